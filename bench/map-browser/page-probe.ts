import type { Page } from '@playwright/test';

/** Measurements that the probe takes inside a page since it was opened. */
export interface PageObservations {
  /** Each time at which the map had been rendered completely, in milliseconds from the navigation. */
  drawn: number[];
  /** When markers of sites were on the screen for the first time. */
  markers: number[];
  /** When the first line of the list last changed, in epoch milliseconds, and its text. */
  first: { value: number; at: number }[];
  /** Messages received over the live connection. */
  messages: number;
  news: number;
  /** Milliseconds in tasks of more than 50 ms. */
  longTasks: number;
}

/** Text, because the browser's types are unknown here. It runs before the code of the page and only observes. */
const probe = `(() => {
  const seen = { drawn: [], markers: [], first: [], messages: 0, news: 0, longTasks: 0 };
  window.benchSeen = seen;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  const marks = { 'map-drawn': seen.drawn, 'map-sites': seen.markers };
  observe('mark', ({ name, startTime }) => marks[name]?.push(startTime));
  observe('longtask', ({ duration }) => {
    seen.longTasks += duration;
  });
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

/** The content security policy forbids polling an expression from outside, so the page itself waits. */
const waitFor = (name: 'drawn' | 'markers') => `new Promise((done, failed) => {
  const look = setInterval(() => window.benchSeen.${name}.length > 0 && done(clearInterval(look)), 50);
  setTimeout(() => failed(new Error('The map was not rendered within two minutes.')), 120_000);
})`;

/** Waits until the map has been rendered completely for the first time; returns milliseconds from the navigation. */
export async function waitForDrawn(page: Page): Promise<number> {
  await page.evaluate(waitFor('drawn'));
  const { drawn } = await readObservations(page);
  return drawn[0] ?? 0;
}

/** Waits until markers are on the screen; the same for an earlier version that does not report it is `waitForDrawn`. */
export async function waitForMarkers(page: Page): Promise<number> {
  await page.evaluate(waitFor('markers'));
  const { markers } = await readObservations(page);
  return markers[0] ?? 0;
}
