import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { findMisfits } from './layout.ts';
import { say } from './texts.ts';

/** A short message at the top of the page that no earlier call has found. */
export async function expectToast(page: Page, text: string): Promise<void> {
  // The whole of it: a failed list says the same reason among other words.
  const whole = new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  const toasts = page.getByRole('alert').filter({ hasText: whole, visible: true });
  const findNew = () =>
    toasts.evaluateAll((all) => {
      const found = all.find((one) => !one.hasAttribute('data-found'));
      found?.setAttribute('data-found', '');
      return found !== undefined;
    });
  await expect.poll(findNew, { message: `toast: ${text}`, intervals: [0, 100, 250] }).toBe(true);
}

/** A message that stands beside its field, and that a screen reader reads with it. */
export async function expectFieldError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(text);
}

export function findRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
}

export async function expectRowVisible(page: Page, name: string): Promise<void> {
  await expect(findRow(page, name)).toBeVisible();
}

/** The rows of a list without its heading. */
export function listRows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('cell') });
}

export async function expectTotal(page: Page, total: number): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: say('kit.list.total', { total }) })).toBeVisible();
}

export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await clickOption(page, option);
}

/** Types into a field whose options the server looks up. */
export async function chooseFound(page: Page, field: Locator, option: string): Promise<void> {
  await field.fill(option);
  await clickOption(page, option);
}

async function clickOption(page: Page, option: string): Promise<void> {
  // Long lists are drawn apart from what screen readers are told, so what is seen has no role.
  await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).click();
}

/** Screens of other tabs stay in the document, where every search for barriers goes through them. */
export async function closeOtherTabs(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('shell.tabs.actions') }).click();
  await page.getByRole('menuitem', { name: say('shell.tabs.closeOthers'), exact: true }).click();
  await expect(page.getByRole('menuitem', { name: say('shell.tabs.closeOthers') })).toHaveCount(0);
}

export function toolButton(page: Page, key: string): Locator {
  return page.getByRole('toolbar').getByRole('button', { name: say(key), exact: true });
}

/** No answer is on its way that would replace the rows: the button that asks for it turns until then. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('toolbar').locator('.anticon-spin:visible')).toHaveCount(0);
}

/** Does what asks for a list, and waits until the rows that are seen are its answer: the old ones stay until then. */
export async function listAfter(
  page: Page,
  act: () => Promise<void>,
  isMeant: (query: URLSearchParams) => boolean = () => true,
): Promise<void> {
  const isAnswer = (response: Response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname.endsWith('/list') && !pathname.includes('/common/') && isMeant(searchParams);
  };
  const answer = page.waitForResponse(isAnswer, { timeout: 20_000 });
  await Promise.all([answer, act()]);
  await expectSettled(page);
}

/** Types into a field of the search, asks for it with Enter and waits for what was found. */
export async function searchFor(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('search').getByLabel(label);
  await field.fill(text);
  await listAfter(
    page,
    () => field.press('Enter'),
    (query) => [...query.values()].includes(text.trim()),
  );
}

/** Nothing is cut off or moves sideways, once the page has taken its final shape. */
export async function expectNoMisfits(page: Page, message?: string): Promise<void> {
  await expect.poll(() => findMisfits(page), message === undefined ? {} : { message }).toEqual([]);
}

/** Closes the dialog on top, and waits until it is gone: the next one must not be taken for it. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Goes to an address as a link inside the console does: loading the page anew costs most of a test's time. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

export function tabBar(page: Page): Locator {
  return page.getByRole('navigation', { name: say('shell.tabs.title') });
}

export function mainMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: say('shell.menu') });
}

/** A button at the foot of the open dialog, by the key of its text; the cross at its head may be called the same. */
export function dialogButton(page: Page, key: string): Locator {
  return page
    .getByRole('dialog')
    .getByRole('button', { name: say(key), exact: true })
    .last();
}

/** Goes to a screen by the menu, and waits until it is the one that is seen. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await mainMenu(page).getByRole('menuitem', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
}
