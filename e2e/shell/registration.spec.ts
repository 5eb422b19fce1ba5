import { randomBytes } from 'node:crypto';
import { languages } from '@limpid/contract/language';
import type { Page } from '@playwright/test';
import { fullRounds } from '../../server/src/testing/full-rounds.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { loginField, useLoginPage } from '../fixtures/login-page.ts';
import { withParameter } from '../fixtures/parameters.ts';
import { createPerson } from '../fixtures/people.ts';
import { expectFieldError, expectNoLayoutProblems } from '../fixtures/screen.ts';
import { openSecondServer } from '../fixtures/second-server.ts';
import { serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });

const phone = { width: 390, colorScheme: 'dark' } as const;
const desk = { width: 1440, colorScheme: 'light' } as const;

/** Audits one look, or both in `npm run soak`: accessible, and nothing cut off. */
async function expectFits(
  page: Page,
  look: typeof phone | typeof desk,
  { barriers = true } = {},
): Promise<void> {
  for (const { width, colorScheme } of fullRounds ? [phone, desk] : [look]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (barriers) expect(await findAccessibilityViolations(page), `${width} px, ${colorScheme}`).toEqual([]);
    await expectNoLayoutProblems(page, `${width} px`);
  }
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });

test('explains that registration is closed, and hides its link on the login', async ({ page }) => {
  // Chinese comes last, because the following tests use it.
  for (const language of languages.toReversed().filter((one) => fullRounds || one !== 'en')) {
    await page.goto(`/register?lan=${language}`);
    await expect(page.getByRole('heading', { name: t('shell.register.closed', {}, language) })).toBeVisible();
    await expect(page.getByText(t('shell.register.closedText', {}, language))).toBeVisible();
    await expectFits(page, phone, { barriers: language === 'zh' });
  }
  await button(page, 'shell.login.back').click();
  await expect(button(page, 'shell.login.submit')).toBeVisible();
  await expect(page.getByRole('link', { name: t('shell.login.register') })).toHaveCount(0);
});

test('registers a new user, marks missing fields, and grants no permissions yet', async ({ page }) => {
  const newcomer = { userName: `new-${randomBytes(3).toString('hex')}`, password: 'Newcomer-7' };
  const login = useLoginPage(page);
  const confirmation = page.getByRole('textbox', { name: t('shell.password.fields.confirmation') });
  const submit = button(page, 'shell.register.submit');
  await withParameter('sys.account.registerUser', 'true', async () => {
    await login.open();
    await page.getByRole('link', { name: t('shell.login.register') }).click();
    await expect(page).toHaveURL(`${serverOrigin}/register`);
    await expect(loginField(page, 'username')).toBeFocused();
    await expect(page.getByText(t('shell.register.hint'))).toBeVisible();
    await expectFits(page, desk);

    await loginField(page, 'username').fill('<b>');
    await loginField(page, 'password').fill('short');
    await confirmation.fill('other');
    await submit.click();
    await expectFieldError(loginField(page, 'username'), t('shell.register.nameRule'));
    await expectFieldError(loginField(page, 'password'), t('shell.password.length'));
    await expectFieldError(confirmation, t('shell.password.differs'));
    await expectFieldError(loginField(page, 'code'), '验证码不能为空');
    await expectFits(page, phone);

    await login.fill({ ...newcomer, userName: 'Admin' });
    await confirmation.fill(newcomer.password);
    const first = await login.picture();
    await submit.click();
    await expectFieldError(loginField(page, 'username'), '账号已存在');
    await expect.poll(login.picture).not.toBe(first);
    await login.fill(newcomer);
    await submit.click();
    await expect(page.getByText(t('shell.register.doneText', { name: newcomer.userName }))).toBeVisible();
    await expectFits(page, desk);
    await button(page, 'shell.login.back').click();
  });
  await login.logIn(newcomer);
  await expect(page).toHaveURL(`${serverOrigin}/index`);
  await expect(page.getByText(t('shell.overview.none'))).toBeVisible();
});

test('explains on its pages that no external login is connected', async ({ page }) => {
  for (const [path, key, look] of [
    ['/bind?code=x', 'shell.bind.noProvider', phone],
    ['/auth-redirect', 'shell.authRedirect.noProvider', desk],
    ['/auth-redirect?code=x', 'errors.identity.no_provider', phone],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(t(key))).toBeVisible();
    await expectFits(page, look);
  }
});

test('binds a phone once by password, and then logs in once with each code', async ({ page, context }) => {
  const person = await createPerson('phone');
  const subject = `phone of ${person.userName}`;
  const login = useLoginPage(page);
  const spent = page.getByText(t('errors.identity.code_invalid'));
  const server = await openSecondServer();
  try {
    await page.goto(`${server.origin}/bind`);
    await expect(page.getByText(t('shell.bind.noCode'))).toBeVisible();
    const binding = await server.createLoginLink(subject);
    await login.open(binding);
    await expect(page.getByText(t('shell.bind.hint'))).toBeVisible();
    await expectFits(page, desk);
    await login.fill({ ...person, password: 'wrong' });
    await button(page, 'shell.bind.submit').click();
    await expect(page.getByRole('alert').filter({ hasText: '用户不存在或密码错误' })).toBeVisible();
    await login.fill(person);
    await button(page, 'shell.bind.submit').click();
    await expect(page.getByText(t('shell.bind.doneText', { name: person.userName }))).toBeVisible();
    await login.open(binding);
    await login.fill(person);
    await button(page, 'shell.bind.submit').click();
    await expect(spent).toBeVisible();
    await expectFits(page, phone);

    const entry = await server.createLoginLink(subject);
    await page.goto(`${entry}&redirect=${encodeURIComponent('/404?from=app')}`);
    await expect(page).toHaveURL(`${server.origin}/404?from=app`);
    const session = await context.cookies();
    await page.goto(entry);
    await expect(page).toHaveURL(`${server.origin}/index`);
    await context.clearCookies();
    await page.goto(entry);
    await expect(spent).toBeVisible();
    expect(session.map(({ name }) => name)).toContain('Admin-Token');
    expect(await context.cookies()).toEqual([]);
    // A page logs errors once its server is gone.
    await page.goto('about:blank');
  } finally {
    await server.close();
  }
});
