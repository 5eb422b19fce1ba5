import type { Language } from '@limpid/contract/language';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { withParameter } from '../fixtures/parameters.ts';
import { createPerson, endSessions, logInByApi, menus, type Person, requestApi } from '../fixtures/people.ts';
import { dialogButton, expectFieldError, expectRowVisible, expectToast } from '../fixtures/screen.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });

const postReader = { menus: [menus.system, menus.post.screen, menus.post.query, menus.post.export] };

/** Sends five requests at once, so that all of them are refused together. */
async function sendManyRequests(page: Page, language: Language): Promise<void> {
  const names = ['refresh', 'export', 'export', 'refresh', 'export'].map((key) =>
    t(`kit.list.${key}`, {}, language),
  );
  await page.evaluate((wanted) => {
    const buttons = [...document.querySelectorAll('button')];
    for (const name of wanted) {
      buttons.find((one) => (one.ariaLabel ?? one.textContent)?.trim() === name)?.click();
    }
  }, names);
}

async function openPostsAs(page: Page, person: Person, language: Language): Promise<void> {
  await logInAs(page, await logInByApi(person), language);
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
}

test.describe('an expired session', () => {
  test('is reported once for many requests; the user can stay and log in again later', async ({ page }) => {
    const person = await createPerson('away', postReader);
    await openPostsAs(page, person, 'en');
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.headers()['content-type']?.includes('json')) return;
      const envelope = await response.json().catch(() => ({}));
      if (envelope.code === 401) refused.push(response.url());
    });
    await endSessions(person.userName);
    await page.getByRole('search').getByLabel('Code').fill('kept');
    await sendManyRequests(page, 'en');
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(3);

    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAccessibleName('System prompt');
    await expect(dialog).toContainText(
      'The login status has expired. You can stay on this page or log in again',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${serverOrigin}/system/post`);
    await expect(page.getByRole('search').getByLabel('Code')).toHaveValue('kept');
    await expectRowVisible(page, 'duty-lead');

    // The live connection may report the expired session and open the dialog by itself meanwhile.
    await page.getByRole('button', { name: 'Refresh', exact: true }).dispatchEvent('click');
    await expect(dialog).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Login again' }).click();
    await expect(page).toHaveURL(`${serverOrigin}/login?redirect=${encodeURIComponent('/system/post')}`);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('Admin-Token');
  });

  test('is reported in French', async ({ page }) => {
    const person = await createPerson('away', postReader);
    await openPostsAs(page, person, 'fr');
    await endSessions(person.userName);
    await sendManyRequests(page, 'fr');
    const dialog = page.getByRole('dialog', { name: t('shell.expired.title', {}, 'fr') });
    await expect(dialog).toContainText(
      'Votre session a expiré. Vous pouvez rester sur cette page ou vous reconnecter.',
    );
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});

test('asks before logging out, and then removes everything in the browser and on the server', async ({
  page,
}) => {
  const person = await createPerson('leaving', postReader);
  const token = await logInByApi(person);
  await logInAs(page, token);
  await page.goto('/index');
  await page.getByRole('link', { name: /岗位$/ }).click();
  await expectRowVisible(page, 'duty-lead');
  const account = page.getByRole('button', {
    name: `${t('shell.user.menu')} ${person.userName}`,
    exact: true,
  });
  await account.click();
  await page.getByRole('menuitem', { name: t('shell.user.logout'), exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(t('shell.user.logoutQuestion'));
  await dialogButton(page, 'shell.cancel').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await requestApi(token, 'GET', '/getInfo')).code).toBe(200);

  await account.click();
  await page.getByRole('menuitem', { name: t('shell.user.logout') }).click();
  await dialogButton(page, 'shell.user.logout').click();
  await expect(page).toHaveURL(/\/login/);
  expect((await requestApi(token, 'GET', '/getInfo')).code).toBe(401);
  const kept = await page.evaluate(() => [
    document.cookie.includes('Admin-Token'),
    localStorage.getItem('token'),
    sessionStorage.getItem('user'),
  ]);
  expect(kept).toEqual([false, null, null]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('allows only a password change with a generated or expired password', async ({ page }) => {
  const person = await createPerson('newcomer', { ...postReader, mustChangePassword: true });
  const token = await logInByApi(person);
  await logInAs(page, token);
  await page.goto('/system/post');
  const dialog = page.getByRole('dialog', { name: t('shell.password.first') });
  const field = (name: string) =>
    dialog.getByRole('textbox', { name: t(`shell.password.fields.${name}`), exact: true });
  await expect(dialog).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect((await requestApi(token, 'GET', '/system/post/list')).code).toBe(403);

  await field('oldPassword').fill('not-it');
  await field('newPassword').fill('short');
  await field('confirmation').fill('other');
  await dialogButton(page, 'shell.password.save').click();
  await expectFieldError(field('newPassword'), '长度为 6 到 20 个字符');
  await expectFieldError(field('confirmation'), '两次输入的密码不一致');
  await field('newPassword').fill('Chosen-horse-3');
  await field('confirmation').fill('Chosen-horse-3');
  await dialogButton(page, 'shell.password.save').click();
  await expectFieldError(field('oldPassword'), '旧密码错误');
  await field('oldPassword').fill(person.password);
  await field('oldPassword').press('Enter');
  await expectRowVisible(page, 'duty-lead');
  await expect(dialog).toBeHidden();
  await logInByApi({ ...person, password: 'Chosen-horse-3' });
  await expect(logInByApi(person)).rejects.toThrow();

  // The password is much older than those of other users, so the parameter below affects no other test.
  await query(`update sys_user set password_time = '1990-01-01' where user_name = $1`, [person.userName]);
  await withParameter('sys.account.passwordValidateDays', '9999', async () => {
    await page.reload();
    await expect(page.getByRole('dialog', { name: t('shell.password.expired') })).toBeVisible();
    await expect(page.getByText(t('shell.password.expiredHint'))).toBeVisible();
  });
});

test('ends other sessions after a password change, and keeps the current one', async ({ page }) => {
  const person = await createPerson('careful', postReader);
  const elsewhere = await logInByApi(person);
  await logInAs(page, await logInByApi(person));
  await page.goto('/index');
  await page.getByRole('button', { name: t('shell.user.menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.user.password') }).click();
  const panel = page.getByRole('tabpanel', { name: t('system.profile.tabs.password') });
  const field = (name: string) =>
    panel.getByRole('textbox', { name: t(`shell.password.fields.${name}`), exact: true });
  await field('oldPassword').fill('not-it');
  await field('newPassword').fill('Chosen-horse-3');
  await field('confirmation').fill('Chosen-horse-4');
  await panel.getByRole('button', { name: t('shell.password.save') }).click();
  await expectFieldError(field('confirmation'), '两次输入的密码不一致');
  await field('confirmation').fill('Chosen-horse-3');
  await field('confirmation').press('Enter');
  await expectFieldError(field('oldPassword'), '旧密码错误');
  await field('oldPassword').fill(person.password);
  await field('oldPassword').press('Enter');
  await expectToast(page, t('shell.password.done'));
  expect((await requestApi(elsewhere, 'GET', '/getInfo')).code).toBe(401);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: t('shell.pages.profile') })).toBeAttached();
});

test('gives up with a message if the session cannot be loaded', async ({ page, allowProblem }) => {
  allowProblem(/Failed to load resource/);
  const person = await createPerson('unlucky', postReader);
  await logInAs(page, await logInByApi(person));
  await page.route('**/getInfo**', (route) => route.abort());
  await page.goto('/system/post');
  await expectToast(page, t('shell.errors.network'));
  await expect(page).toHaveURL(/\/login/);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('Admin-Token');
});

test('keeps the session in local storage if cookies are refused', async ({ page }) => {
  const token = await logInByApi(await createPerson('cookieless', postReader));
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: serverOrigin, localStorage: [{ name: 'token', value: token }] }],
  });
  await page.goto('/system/post');
  await expectRowVisible(page, 'duty-lead');
  expect(await page.evaluate(() => sessionStorage.getItem('user'))).toContain('cookieless');
});
