import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';

const million = 1e6;

/** Memory of a page after garbage collection. */
export interface Memory {
  heapMegabytes: number;
  nodes: number;
  listeners: number;
  /** Memory of the renderer process that shows the page, its workers included. */
  processMegabytes: number;
}

export async function readMemory(browser: Browser, page: Page): Promise<Memory> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  // Collected twice: objects freed by the first collection may have kept others alive.
  for (let n = 0; n < 2; n++) await client.send('HeapProfiler.collectGarbage');
  // Workers have no such command, but under memory pressure they collect garbage as well.
  await client.send('Memory.simulatePressureNotification', { level: 'critical' });
  await wait(1000);
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  await client.detach();
  return {
    heapMegabytes: usedSize / million,
    nodes,
    listeners: jsEventListeners,
    processMegabytes: await readProcesses(browser),
  };
}

async function readProcesses(browser: Browser): Promise<number> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + readAnonymous(id), 0);
}

/** Private memory of a process, in megabytes. */
function readAnonymous(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / million;
}
