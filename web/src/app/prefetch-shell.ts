/** Fetched while the password is being typed: the login page itself stays small. */
export const loadShell = () => import('./shell/Shell.tsx');

export function prefetchShell(): void {
  // A failure here shows when the shell is really asked for.
  loadShell().catch(() => undefined);
}
