import type { Browser, Page } from '@playwright/test';
import { origin } from './server.ts';
import { become } from './test.ts';
import type { Language } from './texts.ts';

export const phone = { width: 390, height: 844 };

/** A page that is touched; the one the other tests share has a mouse. */
export async function openTouched(
  browser: Browser,
  token: string,
  language: Language,
  viewport = phone,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript((value) => localStorage.setItem('locale', value), language);
  const page = await context.newPage();
  await become(page, token);
  return page;
}
