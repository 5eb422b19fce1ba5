/** Completeness and rankings for reports. */

export { listSiteCompleteness } from './completeness.store.ts';
export { openAskedSites } from './ranking/asked-sites.store.ts';
export { rankSites } from './ranking/ranking-sites.ts';
