import { mainMenu, navigateInApp } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const notFound = { name: t('shell.notFound.title') };

test('redirects a logged-in user from the login to the home page, or with a name to the map in the language of the address', async ({
  page,
}) => {
  await page.goto('/login?redirect=%2Fsystem%2Fdict');
  await expect(page).toHaveURL(`${serverOrigin}/index`);
  await page.goto('/login?name=x');
  await expect(page).toHaveURL(/\/gaode\?lan=zh/);
  await expect(page.getByRole('heading', { level: 1, name: t('map.title') })).toBeAttached();
  await page.goto('/login?name=x&lan=en');
  await expect(page).toHaveURL(/\/home\?lan=en/);
  await expect(page.getByRole('heading', { level: 1, name: t('map.title', {}, 'en') })).toBeAttached();
});

test('keeps the id and the language of an address', async ({ page }) => {
  await page.goto('/system/post?id=4711&lan=fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Postes' })).toBeAttached();
  expect(await page.evaluate(() => [localStorage['urlId'], localStorage['locale']])).toEqual(['4711', 'fr']);
  await page.goto('/index?lan=xx');
  await expect(page.getByRole('heading', { level: 1, name: 'Accueil' })).toBeAttached();
});

test('shows an error page with a link home for an unknown address, and redirects the refresh helper to its page', async ({
  page,
}) => {
  await test.step('an unknown address shows the error page', async () => {
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(`${serverOrigin}/404`);
    await expect(page.getByRole('heading', notFound)).toBeVisible();
    await expect(mainMenu(page)).toBeVisible();
    for (const path of ['/dict/type/data/abc', '/system/no-such-page']) {
      await navigateInApp(page, path);
      await expect(page).toHaveURL(`${serverOrigin}/404`);
      await expect(page.getByRole('heading', notFound)).toBeVisible();
    }
  });

  await test.step('the link leads home, and the other error page exists', async () => {
    await page.getByRole('button', { name: t('shell.goHome') }).click();
    await expect(page).toHaveURL(`${serverOrigin}/index`);
    await page.goto('/401');
    await expect(page.getByRole('heading', { name: t('shell.forbidden.title') })).toBeVisible();
    await expect(mainMenu(page)).toBeVisible();
  });

  await test.step('the refresh helper redirects, and to no other website', async () => {
    await page.goto('/redirect/system/dict?a=1');
    await expect(page).toHaveURL(`${serverOrigin}/system/dict?a=1`);
    await page.goto('/redirect//example.org/x');
    await expect(page).toHaveURL(`${serverOrigin}/index`);
  });
});

test.describe('without a session', () => {
  test.use({ person: null });

  test('shows the error pages and the pages that need no token', async ({ page }) => {
    await page.goto('/404');
    await expect(page.getByRole('heading', notFound)).toBeVisible();
    await navigateInApp(page, '/401');
    await expect(page.getByRole('heading', { name: t('shell.forbidden.title') })).toBeVisible();
    for (const [path, heading] of [
      ['/bind', 'shell.bind.failed'],
      ['/auth-redirect', 'shell.authRedirect.failed'],
    ] as const) {
      await navigateInApp(page, path);
      await expect(page.getByRole('heading', { name: t(heading) })).toBeVisible();
      await expect(page).toHaveURL(serverOrigin + path);
    }
    // A parameter decides whether registration is open.
    await page.goto('/register');
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await expect(page).toHaveURL(`${serverOrigin}/register`);
  });
});
