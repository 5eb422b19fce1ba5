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
  context.setDefaultTimeout(30_000);
  await context.addInitScript((value) => localStorage.setItem('locale', value), language);
  const page = await context.newPage();
  await become(page, token);
  return page;
}

/** What a finger could miss: anything to tap that answers on less than 44 by 44 pixels around its middle. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 21;
    const selector = 'button, a[href], input, [role=menuitem], [role=combobox], [role=switch]';
    const dialog = document.querySelector('[role=dialog]');
    const small: string[] = [];
    for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(selector)) {
      // An input is tapped anywhere in the box that is drawn around it.
      const target =
        element.closest<HTMLElement>(
          '.ant-select, .ant-input-affix-wrapper, .ant-picker, .ant-input-number, label',
        ) ?? element;
      const box = target.getBoundingClientRect();
      const x = box.x + Math.min(box.width / 2, 40);
      const y = box.y + box.height / 2;
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isInside = y > reach && y < innerHeight - reach && x > reach && x < innerWidth - reach;
      if (!isSeen || !isInside || element.closest('.visually-hidden, [inert]')) continue;
      const answers = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (target.contains(hit) || hit.contains(target));
      };
      // What is scrolled half out of its frame is not all there is of it.
      const isWhole = answers(0, 1 - box.height / 2) && answers(0, box.height / 2 - 1);
      const isOwn = isWhole && target.contains(document.elementFromPoint(x, y));
      const tall = answers(0, -reach) && answers(0, reach) && (box.height >= 44 || target.matches('label'));
      const wide = box.width >= 44 || target.matches('label');
      if (isOwn && !(tall && wide))
        small.push(
          `${target.tagName} "${element.ariaLabel ?? element.innerText}" ${box.width} × ${box.height}`,
        );
    }
    return small;
  });
}
