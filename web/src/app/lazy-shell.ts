import { fetchOnDemand } from './fetch-on-demand.tsx';
import { loadHomeTexts } from './i18n.ts';
import { prefetchOtherTexts } from './prefetch-texts.ts';

/** Loaded with its texts while the password is typed, so that the login page stays small. */
export const LazyShell = fetchOnDemand(async () => {
  const [{ Shell }] = await Promise.all([import('./shell/Shell.tsx'), loadHomeTexts()]);
  prefetchOtherTexts();
  return Shell;
});
