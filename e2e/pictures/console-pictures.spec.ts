import { fileURLToPath } from 'node:url';
import { withParameter } from '../fixtures/parameters.ts';
import { admin } from '../fixtures/people.ts';
import { expectRowVisible } from '../fixtures/screen.ts';
import { test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { openTouchPage } from '../fixtures/touch.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

test.skip(!process.env['PICTURES'], 'Pictures of the documentation are made with PICTURES=1');

test('takes a picture of the settings', async ({ page }) => {
  await withParameter('sys.index.showSettings', 'true', async () => {
    await page.goto('/system/dict');
    await page.getByRole('menuitem', { name: '岗位管理' }).click();
    await expectRowVisible(page, 'duty-lead');
    await page.getByRole('button', { name: t('shell.user.menu') }).click();
    await page.getByRole('menuitem', { name: t('shell.settings.title') }).click();
    await page.getByRole('radio', { name: t('shell.settings.color.green') }).check({ force: true });
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${folder}settings.png` });
  });
});

test('takes a picture of the console on a phone', async ({ browser, tokenOf }) => {
  const page = await openTouchPage(browser, await tokenOf(admin), 'en');
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  await page.screenshot({ path: `${folder}mobile.png` });
  await page.context().close();
});
