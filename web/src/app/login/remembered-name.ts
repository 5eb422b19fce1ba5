const key = 'username';

export function readUserName(): string {
  return localStorage.getItem(key) ?? '';
}

/** Stores the user name, never the password; an empty name removes it. */
export function rememberUserName(name: string): void {
  if (name) localStorage.setItem(key, name);
  else localStorage.removeItem(key);
}
