import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { closeDatabase } from './database.ts';
import { keepPage, type PageKeeper } from './page-keeper.ts';
import { admin, openSession, type Person } from './people.ts';
import { origin } from './server.ts';
import type { Language } from './texts.ts';

interface Choices {
  /** Who is logged in when a page opens; nobody for null. */
  person: Person | null;
  language: Language;
}

interface Fixtures {
  /** Every test fails on an error in the browser's console; what a test provokes it allows here. */
  allowProblem: (pattern: RegExp) => void;
}

interface WorkerFixtures {
  /** Pixels that are rendered for each of the page's, in one direction. */
  pixelRatio: number;
  /** Token of a person; one login each, however many tests ask. */
  tokenOf: (person: Person) => Promise<string>;
  /** Cleaned before each test instead of made anew: a new one costs more than most tests. */
  sharedContext: BrowserContext;
  pageKeeper: PageKeeper;
  database: undefined;
}

export const test = base.extend<Choices & Fixtures, WorkerFixtures>({
  person: [admin, { option: true }],
  language: ['zh', { option: true }],

  pixelRatio: [1, { scope: 'worker', option: true }],

  database: [
    async ({}, use) => {
      await use(undefined);
      await closeDatabase();
    },
    { scope: 'worker', auto: true },
  ],

  tokenOf: [
    async ({}, use) => {
      const tokens = new Map<string, Promise<string>>();
      await use((person) => {
        const token = tokens.get(person.userName) ?? openSession(person);
        tokens.set(person.userName, token);
        return token;
      });
    },
    { scope: 'worker' },
  ],

  sharedContext: [
    async ({ browser, pixelRatio }, use) => {
      const context = await browser.newContext({
        baseURL: origin,
        deviceScaleFactor: pixelRatio,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      });
      context.setDefaultTimeout(30_000);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  pageKeeper: [async ({}, use) => use(keepPage()), { scope: 'worker' }],

  context: async ({ sharedContext, pageKeeper, person, tokenOf }, use) => {
    await sharedContext.clearCookies();
    if (person) await sharedContext.addCookies([tokenCookie(await tokenOf(person))]);
    await use(sharedContext);
    for (const page of sharedContext.pages()) await pageKeeper.leave(page);
  },

  page: async ({ context, pageKeeper, language, viewport, colorScheme, contextOptions }, use) => {
    const page = await pageKeeper.take(context);
    await page.evaluate((locale) => {
      sessionStorage.clear();
      localStorage.clear();
      localStorage.setItem('locale', locale);
    }, language);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: contextOptions.reducedMotion ?? null });
    await use(page);
  },

  allowProblem: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
      await use((pattern) => allowed.push(pattern));
      expect(problems.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

function tokenCookie(value: string) {
  return {
    name: 'Admin-Token',
    value,
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  };
}

/** Makes this page the person's, whoever it was before; in another language before anything has been loaded. */
export async function become(page: Page, token: string, language?: Language): Promise<void> {
  if (language === undefined) return page.context().addCookies([tokenCookie(token)]);
  await page.context().setStorageState({
    cookies: [tokenCookie(token)],
    origins: [{ origin, localStorage: [{ name: 'locale', value: language }] }],
  });
}

export { expect };
