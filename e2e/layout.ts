import type { Page } from '@playwright/test';

/**
 * What does not fit: a page wider than its window, words cut off in a button, a heading, a label or a tab, and buttons
 * that lie over one another. Text that shortens itself with dots has a tooltip and is left out.
 */
export function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push(`page: ${root.scrollWidth} > ${root.clientWidth}`);
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 2;
    const contentWidth = (element: HTMLElement) => {
      if (!element.matches('th:not(:has(.visually-hidden))')) return element.scrollWidth;
      // A heading that stays casts a shadow over what is moved past it, which is no content.
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right - element.getBoundingClientRect().left;
    };
    const selector = 'button, a, h1, h2, label, th, dt, dd, [role=menuitem], [role=tab]';
    const elements = [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown);
    for (const element of elements) {
      const style = getComputedStyle(element);
      const words = element.innerText.trim();
      if (style.textOverflow === 'ellipsis' || element.closest('.visually-hidden')) continue;
      const isCut = contentWidth(element) > element.clientWidth + 1 && style.display !== 'inline';
      const hides = style.overflowX !== 'visible' || element.matches('button, th');
      if (words && isCut && hides) {
        problems.push(`cut: "${words}" ${element.scrollWidth} > ${element.clientWidth}`);
      }
    }
    // An open dialog lies over the rest on purpose.
    const dialog = document.querySelector('[role=dialog]');
    const isLoose = (element: HTMLElement) => element.matches('button') && !element.closest('td, th');
    const buttons = elements.filter((one) => isLoose(one) && (!dialog || dialog.contains(one)));
    /** What is left of a box inside everything that scrolls or cuts around it. */
    const seenPart = (element: HTMLElement) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const frame = around.getBoundingClientRect();
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      return { left, right, top, bottom };
    };
    const parts = buttons.map((one) => ({ one, a: seenPart(one) }));
    for (const [index, { one, a }] of parts.entries()) {
      for (const { one: other, a: b } of parts.slice(index + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1 && !one.contains(other) && !other.contains(one))
          problems.push(
            `overlap: "${one.ariaLabel ?? one.textContent}" "${other.ariaLabel ?? other.textContent}"`,
          );
      }
    }
    return problems;
  });
}
