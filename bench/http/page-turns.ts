import { chromium, type Page } from '@playwright/test';

const turns = 30;

/**
 * Runs inside the page, so that the time of the browser connection is not measured; it is text because the browser's
 * types are unknown here. A task queued in a frame runs after that frame has been painted.
 */
const turnPage = `new Promise((done) => {
  const firstRow = () => document.querySelector('tbody tr[data-row-key]')?.dataset.rowKey;
  const before = firstRow();
  const start = performance.now();
  const look = () =>
    firstRow() === before
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  document.querySelector('.ant-pagination-next button').click();
  look();
})`;

export interface PageTurns {
  /** From the click on the next page until its rows are painted. */
  p50: number;
  p95: number;
  /** The same pages requested by the same browser, without rendering. */
  bare: number;
}

/** Turns the pages of the user list in a real browser. */
export async function measurePageTurns(
  origin: string,
  token: string,
  executablePath: string | undefined,
): Promise<PageTurns> {
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'Admin-Token', value: token, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/system/user`);
  await page.locator('tbody tr[data-row-key]').nth(19).waitFor();
  const drawn: number[] = [];
  const requestMs: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    drawn.push(await page.evaluate<number>(turnPage));
    requestMs.push(await askForPage(page, token, turn + 40));
  }
  await browser.close();
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(turns * share)] ?? 0;
  return { p50: at(drawn, 0.5), p95: at(drawn, 0.95), bare: at(requestMs, 0.5) };
}

function askForPage(page: Page, token: string, pageNum: number): Promise<number> {
  return page.evaluate(
    async ([authorization, number]) => {
      const start = performance.now();
      const path = `/prod-api/system/user/list?pageNum=${number}&pageSize=20`;
      await (await fetch(path, { headers: { authorization } })).json();
      return performance.now() - start;
    },
    [`Bearer ${token}`, pageNum] as const,
  );
}
