import { fetchOnDemand } from './fetch-on-demand.tsx';
import { loadScreenTexts } from './i18n.ts';

/** Fetched with all it says while the password is being typed: the login page itself stays small. */
export const LazyShell = fetchOnDemand(async () => {
  const [{ Shell }] = await Promise.all([import('./shell/Shell.tsx'), loadScreenTexts()]);
  return Shell;
});
