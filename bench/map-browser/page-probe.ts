import type { Page } from '@playwright/test';

/** What a page has seen of itself, since it was opened. */
export interface PageObservations {
  /** When the map had drawn everything, each time; milliseconds from the navigation. */
  drawn: number[];
  /** When the list began to say what it says first, in milliseconds of the epoch, and that. */
  first: { value: number; at: number }[];
  /** What has come by the live connection. */
  messages: number;
  news: number;
  /** Milliseconds in tasks of more than 50 ms. */
  longTasks: number;
}

/** As text, because no browser's types are known here. It runs before the page's own code, and looks only. */
const probe = `(() => {
  const seen = { drawn: [], first: [], messages: 0, news: 0, longTasks: 0 };
  window.benchSeen = seen;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('mark', ({ name, startTime }) => name === 'map-drawn' && seen.drawn.push(startTime));
  observe('longtask', ({ duration }) => (seen.longTasks += duration));
  const Plain = window.SharedWorker;
  window.SharedWorker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.port.addEventListener('message', ({ data }) => {
        if (data.kind !== 'message' || data.message.topic !== 'site') return;
        seen.messages += 1;
        seen.news += data.message.payload.length;
      });
    }
  };
  setInterval(() => {
    const text = document.querySelector('section:has(search) li button > span:last-child')?.textContent ?? '';
    const value = Number(text);
    if (text && value !== seen.first.at(-1)?.value) seen.first.push({ value, at: Date.now() });
  }, 50);
})()`;

export async function addProbe(page: Page): Promise<void> {
  await page.addInitScript({ content: probe });
}

export function readObservations(page: Page): Promise<PageObservations> {
  return page.evaluate<PageObservations>('window.benchSeen');
}

/** A page's policy lets nobody wait for an expression, so that the page itself waits. */
const drawnOnce = `new Promise((done, failed) => {
  const look = setInterval(() => window.benchSeen.drawn.length > 0 && done(clearInterval(look)), 50);
  setTimeout(() => failed(new Error('The map is not drawn after two minutes.')), 120_000);
})`;

/** Waits until the map has drawn everything for the first time; milliseconds from the navigation. */
export async function waitForDrawn(page: Page): Promise<number> {
  await page.evaluate(drawnOnce);
  const { drawn } = await readObservations(page);
  return drawn[0] ?? 0;
}
