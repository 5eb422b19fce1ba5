import { origin } from './server.ts';
import { expect, test } from './test.ts';
import { say } from './texts.ts';

const notFound = { name: say('shell.notFound.title') };

test('who is logged in has no use for the login', async ({ page }) => {
  await page.goto('/login?redirect=%2Fsystem%2Fdict');
  await expect(page).toHaveURL(`${origin}/index`);
});

test('a login with a name leads to the map, which is not there yet', async ({ page }) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.goto('/login?name=x');
  await expect(page).toHaveURL(`${origin}/404`);
  await expect(page.getByRole('heading', notFound)).toBeVisible();
  expect(visited).toContain(`${origin}/gaode?lan=zh`);
});

test.describe('in another language', () => {
  test.use({ language: 'en' });

  test('a login with a name leads to the other map', async ({ page }) => {
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.goto('/login?name=x');
    await expect(page).toHaveURL(`${origin}/404`);
    expect(visited).toContain(`${origin}/home?lan=en`);
  });
});

test('the id of an address is kept, and its language too', async ({ page }) => {
  await page.goto('/system/post?id=4711&lan=fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Postes' })).toBeAttached();
  expect(await page.evaluate(() => [localStorage['urlId'], localStorage['locale']])).toEqual(['4711', 'fr']);
  await page.goto('/index?lan=xx');
  await expect(page.getByRole('heading', { level: 1, name: 'Accueil' })).toBeAttached();
});

test('an address that leads nowhere shows that', async ({ page }) => {
  for (const path of ['/no/such/page', '/dict/type/data/abc', '/home', '/user/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${origin}/404`);
    await expect(page.getByRole('heading', notFound)).toBeVisible();
  }
});

test('from a page that does not exist there is a way home, inside the console', async ({ page }) => {
  await page.goto('/404');
  await expect(page.getByRole('navigation', { name: say('shell.menu') })).toBeVisible();
  await page.getByRole('button', { name: say('shell.goHome') }).click();
  await expect(page).toHaveURL(`${origin}/index`);
  await page.goto('/401');
  await expect(page.getByRole('heading', { name: say('shell.forbidden.title') })).toBeVisible();
});

test('the refresh helper leads to the page itself, and to no other site', async ({ page }) => {
  await page.goto('/redirect/system/dict?a=1');
  await expect(page).toHaveURL(`${origin}/system/dict?a=1`);
  await page.goto('/redirect//example.org/x');
  await expect(page).toHaveURL(new RegExp(`^${origin}/`));
});

test.describe('without a session', () => {
  test.use({ person: null });

  test('the error pages are there, and the pages that need no token too', async ({ page }) => {
    await page.goto('/404');
    await expect(page.getByRole('heading', notFound)).toBeVisible();
    await page.goto('/401');
    await expect(page.getByRole('heading', { name: say('shell.forbidden.title') })).toBeVisible();
    for (const [path, heading] of [
      ['/register', 'shell.register.closed'],
      ['/bind', 'shell.bind.failed'],
      ['/auth-redirect', 'shell.authRedirect.failed'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: say(heading) })).toBeVisible();
      await expect(page).toHaveURL(origin + path);
    }
  });
});
