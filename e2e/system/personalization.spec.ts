import { languages } from '@limpid/contract/language';
import type { Browser, Page } from '@playwright/test';
import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { findLayoutProblems } from '../fixtures/layout.ts';
import { dialogButton, expectFieldError, expectToast } from '../fixtures/screen.ts';
import { type IsolatedServer, openIsolatedServer } from '../fixtures/second-server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });
// The second test expects the look that the first one has saved.
test.describe.configure({ mode: 'serial' });

const titles = { zh: '澄城空气质量平台', en: 'Air of Clairville', fr: 'L’air de Clairville' };
const fieldNames = { zh: 'homeZhTitle', en: 'homeEnTitle', fr: 'homeFrTitle' };
const label = (field: string) => t(`system.personalization.fields.${field}`);
const text = (key: string) => t(`system.personalization.${key}`);

let own: IsolatedServer;
test.beforeAll(async () => void (own = await openIsolatedServer()));
test.afterAll(() => own.close());

const titleField = (page: Page, language: 'zh' | 'en' | 'fr') =>
  page.getByRole('textbox', { name: label(fieldNames[language]) });
const save = (page: Page) => page.getByRole('button', { name: t('kit.form.save'), exact: true });
const preview = (page: Page, title: string) =>
  page.getByRole('figure', { name: t('system.personalization.previewOf', { title }) });
const pictureItem = (page: Page, field: string) =>
  page.locator('.ant-form-item').filter({ has: page.getByLabel(label(field), { exact: true }) });

async function choosePicture(page: Page, field: string, name: string, buffer: Buffer): Promise<void> {
  const input = pictureItem(page, field).locator('input[type=file]');
  await input.setInputFiles({ name, mimeType: 'image/png', buffer });
}

/** Opens a page as a first-time visitor. */
async function visit(browser: Browser, check: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await check(await context.newPage());
  await context.close();
}

test('applies the look that an administrator gives the installation for every visitor at once', async ({
  page,
  browser,
}) => {
  await logInAs(page, await own.logIn());
  await page.goto(`${own.origin}/system/personalization`);
  const logo = pictureItem(page, 'homeLogo').locator('img');
  await expect(logo).toHaveAttribute('src', '/logo.svg');
  await expect(save(page)).toBeDisabled();
  const picture = await page.screenshot();

  for (const language of languages) {
    await titleField(page, language).fill(titles[language]);
    await expect(preview(page, titles[language])).toContainText(t('shell.login.submit', {}, language));
  }
  await choosePicture(page, 'homeLogo', 'logo.png', picture);
  await choosePicture(page, 'loginBackground', 'sky.png', picture);
  await expect(logo).toHaveAttribute('src', /common\/file/);
  await expect(preview(page, titles.fr).locator('img[class*="picture"]')).toBeVisible();

  const address = page.getByRole('textbox', { name: label('loginUrl') });
  await address.fill('javascript:alert(1)');
  await save(page).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(
    page.getByText(t('errors.field.web_address', { label: label('loginUrl') }), { exact: true }),
  ).toBeVisible();
  await address.fill('https://example.org/air');
  await save(page).click();
  await expectToast(page, text('saved'));
  await expect(page.getByRole('link', { name: titles.zh })).toBeVisible();
  await expect(page).toHaveTitle(`${text('title')} · ${titles.zh}`);
  await expect(save(page)).toBeDisabled();

  await visit(browser, async (visitor) => {
    for (const language of languages) {
      await visitor.goto(`${own.origin}/login?lan=${language}`);
      const link = visitor.getByRole('link', { name: titles[language] });
      await expect(link).toHaveAttribute('href', 'https://example.org/air');
      await expect(visitor).toHaveTitle(`${t('shell.login.title', {}, language)} · ${titles[language]}`);
    }
    for (const image of [visitor.locator('img[class*="picture"]'), visitor.locator('main img').first()]) {
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(99);
    }
  });
});

test('shows errors beside their fields, and keeps the previous look', async ({
  page,
  browser,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource/);
  await logInAs(page, await own.logIn());
  await page.goto(`${own.origin}/system/personalization`);
  const item = pictureItem(page, 'homeLogo');
  await expect(item.locator('img')).toHaveAttribute('src', /common\/file/);
  const before = await item.locator('img').getAttribute('src');
  const picture = await page.screenshot();

  await choosePicture(page, 'homeLogo', 'broken.png', picture.subarray(0, 900));
  await expect(item).toContainText(t('errors.file.picture_broken', { name: 'broken.png' }));
  await choosePicture(page, 'homeLogo', 'page.png', Buffer.from('<html><script>alert(1)</script></html>'));
  await expect(item).toContainText(t('errors.file.extension', { name: 'page.png', type: 'png' }));
  await choosePicture(page, 'homeLogo', 'huge.png', Buffer.alloc(3 * 1024 * 1024));
  await expect(item).toContainText(t('errors.file.too_large', { name: 'huge.png', megabytes: 2 }));
  await expect(item.locator('img')).toHaveAttribute('src', before ?? '');
  await titleField(page, 'zh').fill('澄'.repeat(10_000));
  await expectFieldError(
    titleField(page, 'zh'),
    t('errors.field.max', { label: label('homeZhTitle'), limit: 60 }),
  );
  const looks = [
    [390, 'dark'],
    [1440, 'light'],
  ] as const;
  for (const [width, colorScheme] of takeRounds(looks, 1)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await findAccessibilityViolations(page), `${width} px`).toEqual([]);
    expect(await findLayoutProblems(page), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await titleField(page, 'zh').fill('澄城');
  await page.route('**/system/personalization?*', (route) => route.abort());
  await save(page).click();
  await expectToast(page, t('shell.errors.network'));
  await expect(titleField(page, 'zh')).toHaveValue('澄城');
  await page.unroute('**/system/personalization?*');
  await page.getByRole('button', { name: t('kit.form.discard'), exact: true }).click();
  await dialogButton(page, 'kit.form.discard').click();
  await expect(titleField(page, 'zh')).toHaveValue(titles.zh);

  for (const language of languages) await titleField(page, language).clear();
  for (const field of ['homeLogo', 'loginBackground'])
    await pictureItem(page, field)
      .getByRole('button', { name: text('standard') })
      .click();
  await save(page).click();
  await expectToast(page, text('saved'));
  await visit(browser, async (visitor) => {
    await visitor.goto(`${own.origin}/login?lan=fr`);
    await expect(visitor.getByRole('heading', { name: t('shell.product') })).toBeVisible();
    await expect(visitor.locator('main img').first()).toHaveAttribute('src', '/logo.svg');
    await expect(visitor.locator('svg[class*="picture"]')).toBeAttached();
  });
});
