import { fileURLToPath } from 'node:url';
import { expectRowVisible } from './screen.ts';
import { expect, test } from './test.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

test.skip(!process.env['PICTURES'], 'Pictures of the documentation are made with PICTURES=1');

test.describe('login', () => {
  test.use({ person: null });

  test('the login as a picture', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('main').getByRole('img').last()).toBeVisible();
    await page.screenshot({ path: `${folder}login.png` });
  });
});

test('the console as a picture', async ({ page }) => {
  await page.goto('/system/dict');
  await page.getByRole('menuitem', { name: '岗位管理' }).click();
  await expectRowVisible(page, 'duty-lead');
  await page.screenshot({ path: `${folder}console.png` });
});

test.describe('in French, dark', () => {
  test.use({ language: 'fr', colorScheme: 'dark' });

  test('the console in French as a picture', async ({ page }) => {
    await page.goto('/system/post');
    await page.getByRole('menuitem', { name: 'Dictionnaires' }).click();
    await expectRowVisible(page, 'sys_yes_no');
    await page.screenshot({ path: `${folder}console-fr-dark.png` });
  });
});
