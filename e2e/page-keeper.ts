import type { BrowserContext, Page } from '@playwright/test';

/**
 * Where a page waits between two tests. Of the same origin, because a page that comes from another one, or from none,
 * gets a new process, which has to read the whole program again.
 */
const rest = '/logo.svg';

/** Keeps one page from test to test: loading the program into a new one costs as much as half a test. */
export interface PageKeeper {
  take(context: BrowserContext): Promise<Page>;
  /** Takes back what a test did to a page, or closes it when that cannot be done. */
  leave(page: Page): Promise<void>;
}

export function keepPage(): PageKeeper {
  let kept: Page | undefined;
  const spoilt = new WeakSet<Page>();

  /** Playwright has no way to take these back. */
  function watch(page: Page): void {
    for (const [owner, name] of [
      [page, 'addInitScript'],
      [page, 'routeWebSocket'],
      [page, 'exposeFunction'],
      [page.clock, 'install'],
    ] as const) {
      const original: unknown = Reflect.get(owner, name);
      if (typeof original !== 'function') continue;
      Reflect.set(owner, name, (...given: unknown[]) => {
        spoilt.add(page);
        return Reflect.apply(original, owner, given);
      });
    }
  }

  async function clean(page: Page): Promise<void> {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(rest);
  }

  return {
    async take(context) {
      if (kept && !kept.isClosed()) return kept;
      kept = await context.newPage();
      watch(kept);
      await kept.goto(rest);
      return kept;
    },
    async leave(page) {
      const isClean =
        page === kept &&
        !spoilt.has(page) &&
        (await clean(page).then(
          () => true,
          () => false,
        ));
      if (isClean) return;
      if (page === kept) kept = undefined;
      await page.close();
    },
  };
}
