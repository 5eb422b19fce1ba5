import { loadOtherTexts } from './i18n.ts';

/** What follows the markers on the map comes first: flags of sites, values of an hour ago. */
const delayMs = 5000;

/** Loads the texts of the other screens once the first map has drawn its sites. */
export function prefetchOtherTexts(): void {
  const observer = new PerformanceObserver((marks) => {
    if (marks.getEntriesByName('map-sites').length === 0) return;
    observer.disconnect();
    // An error appears on the screen that needs them.
    setTimeout(() => void loadOtherTexts().catch(() => undefined), delayMs);
  });
  observer.observe({ type: 'mark', buffered: true });
}
