import { languages } from '@limpid/contract/language';
import { takeRounds } from '../../server/src/testing/full-rounds.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { loginField, useLoginPage } from '../fixtures/login-page.ts';
import { withParameter } from '../fixtures/parameters.ts';
import { admin, createPerson, logInByApi } from '../fixtures/people.ts';
import { expectFieldError, expectNoLayoutProblems, expectRowVisible } from '../fixtures/screen.ts';
import { openSecondServer } from '../fixtures/second-server.ts';
import { port, serverOrigin } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

test.use({ person: null });

test('shows errors beside their fields, and opens the home page after a correct captcha and password', async ({
  page,
  allowProblem,
}) => {
  const login = useLoginPage(page);
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/prod-api/login') && sent.push(request.url()));
  await login.open();
  await expect(loginField(page, 'username')).toBeFocused();

  await test.step('the login loads no code of the console or the map', async () => {
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(fetched.filter((name) => /\/(?:kit|engine|maplibre|Shell)[^/]*\.js$/.test(name))).toEqual([]);
  });

  await test.step('caps lock is reported while the password is typed', async () => {
    const hint = page.getByText(t('shell.login.capsLock'));
    const password = loginField(page, 'password');
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await expect(hint).toBeVisible();
    await password.dispatchEvent('keyup', { key: 'CapsLock', modifierCapsLock: false });
    await expect(hint).toBeHidden();
  });

  await test.step('empty fields are marked, and nothing is sent', async () => {
    await login.submit();
    await expectFieldError(loginField(page, 'username'), '账号不能为空');
    await expectFieldError(loginField(page, 'password'), '密码不能为空');
    await expectFieldError(loginField(page, 'code'), '验证码不能为空');
    expect(sent).toEqual([]);
  });

  await test.step('another picture is loaded on a click, and after a failed load', async () => {
    allowProblem(/Failed to load resource/);
    const first = await login.picture();
    await page.getByTitle(t('shell.login.reloadCaptcha')).click();
    await expect.poll(login.picture).not.toBe(first);
    await page.route('**/captchaImage**', (route) => route.abort());
    await page.getByTitle(t('shell.login.reloadCaptcha')).click();
    const failed = page.getByText(t('shell.login.captchaFailed'));
    await expect(failed).toBeVisible();
    await page.unroute('**/captchaImage**');
    await failed.click();
    await expect.poll(login.picture).toContain('data:image/');
  });

  await test.step('a wrong answer loads a new picture and keeps the other fields', async () => {
    const first = await login.picture();
    await login.fill({ ...admin, userName: ' admin ' }, '-1');
    await login.submit();
    await expectFieldError(loginField(page, 'code'), '验证码错误');
    await expect(loginField(page, 'code')).toBeFocused();
    await expect(loginField(page, 'code')).toHaveValue('');
    await expect(loginField(page, 'username')).toHaveValue(' admin ');
    await expect(loginField(page, 'password')).toHaveValue(admin.password);
    await expect.poll(login.picture).not.toBe(first);
  });

  await test.step('the right answer logs in', async () => {
    await loginField(page, 'code').fill(await login.answer());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${serverOrigin}/index`);
    await expect(page.getByRole('heading', { level: 1, name: '首页' })).toBeAttached();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toContain('Admin-Token');
  });
});

test('refuses a wrong password without revealing whether the user exists', async ({ page }) => {
  const login = useLoginPage(page);
  const person = await createPerson('forgetful');
  const refused = page.getByRole('alert').filter({ hasText: '用户不存在或密码错误' });
  await login.open();
  const first = await login.picture();
  await login.logIn({ ...person, password: 'wrong' });
  await expect(refused).toBeVisible();
  await expect(loginField(page, 'password')).toBeFocused();
  await expect.poll(login.picture).not.toBe(first);
  await login.fill({ userName: 'nobody-at-all', password: 'wrong' });
  const response = page.waitForResponse('**/prod-api/login*');
  await login.submit();
  await response;
  await expect(refused).toBeVisible();
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('locks the account after five wrong passwords, even for the right one', async ({ page }) => {
    const person = await createPerson('guessed');
    const wrong = { ...person, password: 'wrong' };
    for (let attempt = 1; attempt <= 4; attempt++) await expect(logInByApi(wrong)).rejects.toThrow();
    const login = useLoginPage(page, 'fr');
    const locked = page.getByRole('alert').filter({
      hasText: '5 mots de passe incorrects : ce compte est verrouillé pour votre adresse pendant 10 minutes',
    });
    await login.open();
    const first = await login.picture();
    await login.logIn(wrong);
    await expect(locked).toBeVisible();
    await expect.poll(login.picture).not.toBe(first);
    await login.fill(person);
    const response = page.waitForResponse('**/prod-api/login*');
    await login.submit();
    await response;
    await expect(locked).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});

test('requires a captcha for an account under attack although captchas are off, and explains why', async ({
  page,
}) => {
  const server = await openSecondServer({ CAPTCHA_ENABLED: 'off' });
  const person = await createPerson('attacked');
  await query(
    `insert into login_failure (kind, account, failed_at, expires_at)
     values ('account', $1, array_fill($2::float8, array[20]), now() + interval '10 minutes')`,
    [person.userName, Date.now()],
  );
  const login = useLoginPage(page);
  await page.goto(`${server.origin}/login`);
  await loginField(page, 'username').fill(person.userName);
  await loginField(page, 'password').fill(person.password);
  await expect(loginField(page, 'code')).toHaveCount(0);
  await login.submit();
  const reason = page.getByRole('alert').filter({ hasText: t('errors.auth.captcha_required') });
  await expect(reason).toBeVisible();
  await expect(loginField(page, 'code')).toBeFocused();
  await expect(loginField(page, 'password')).toHaveValue(person.password);
  const first = await login.picture();
  await loginField(page, 'code').fill('-1');
  await login.submit();
  await expectFieldError(loginField(page, 'code'), t('errors.auth.captcha_wrong'));
  await expect(reason).toBeHidden();
  await expect.poll(login.picture).not.toBe(first);
  await loginField(page, 'code').fill(await login.answer());
  await login.submit();
  await expect(page).toHaveURL(`${server.origin}/index`);
  // A page logs errors once its server is gone.
  await page.goto('about:blank');
  await server.close();
});

test('remembers the user name on request, and never the password', async ({ page, context }) => {
  const person = await createPerson('regular');
  const login = useLoginPage(page);
  const remember = page.getByRole('checkbox', { name: t('shell.login.remember') });
  await login.open();
  await expect(remember).not.toBeChecked();
  await remember.check();
  await login.logIn(person);
  await expect(page).toHaveURL(`${serverOrigin}/index`);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(person.password);

  await context.clearCookies();
  await login.open();
  await expect(loginField(page, 'username')).toHaveValue(person.userName);
  await expect(loginField(page, 'password')).toHaveValue('');
  await expect(loginField(page, 'password')).toBeFocused();
  await remember.uncheck();
  await login.logIn(person);
  await expect(page).toHaveURL(`${serverOrigin}/index`);

  await context.clearCookies();
  await login.open();
  await expect(loginField(page, 'username')).toHaveValue('');
});

test('returns to the requested address after the login, and never to another website', async ({
  page,
  context,
}) => {
  const login = useLoginPage(page);
  await login.open('/system/post?from=mail&n=1');
  await expect(page).toHaveURL(
    `${serverOrigin}/login?redirect=${encodeURIComponent('/system/post?from=mail&n=1')}`,
  );
  await login.logIn(admin);
  await expect(page).toHaveURL(`${serverOrigin}/system/post?from=mail&n=1`);
  await expectRowVisible(page, 'duty-lead');

  // Other spellings of such an address are covered by safe-path.test.ts.
  await context.clearCookies();
  await login.open(`/login?redirect=${encodeURIComponent('/x/..//example.org')}`);
  await login.logIn(admin);
  await expect(page).toHaveURL(`${serverOrigin}/index`);
});

test('changes the language before the login, and keeps it', async ({ page }) => {
  const login = useLoginPage(page);
  await login.open('/login?redirect=%2Fsystem%2Fdict');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await expect(page.getByRole('button', { name: '中文' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle(/Connexion/);
  await expect(page).toHaveURL(/redirect=%2Fsystem%2Fdict/);
  const french = useLoginPage(page, 'fr');
  await french.open();
  await french.fill(admin, '-1');
  await french.submit();
  await expectFieldError(loginField(page, 'code', 'fr'), 'Code de vérification incorrect');
});

test('offers the mobile app by QR code if there is one', async ({ page }) => {
  const login = useLoginPage(page);
  const tab = (key: string) => page.getByRole('tab', { name: t(key) });
  await login.open();
  await loginField(page, 'username').fill('kept');
  await tab('shell.login.app').click();
  await expect(page.getByText(t('shell.login.appNone'))).toBeVisible();
  await expect(loginField(page, 'username')).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('shell.login.account')).toBeFocused();
  await expect(loginField(page, 'username')).toHaveValue('kept');
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const address = 'https://example.org/limpid.apk';
  await withParameter('sys.app.download', address, async () => {
    await login.open();
    await tab('shell.login.app').click();
    const code = page.getByRole('img', { name: t('shell.login.appCode') });
    await expect(code.locator('path').first()).toBeVisible();
    await expect(page.getByRole('link', { name: t('shell.login.appOpen') })).toHaveAttribute('href', address);
    for (const colorScheme of takeRounds(['dark', 'light'] as const, 1)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await expectNoLayoutProblems(page);
    }
  });
});

test('warns of a page without encryption, except on the local machine', async ({ page, playwright }) => {
  await useLoginPage(page).open();
  await expect(page.getByText(t('shell.login.unprotected'))).toHaveCount(0);
  const executablePath = process.env['CHROME_PATH'];
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--host-resolver-rules=MAP air.example 127.0.0.1'],
  });
  const far = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const language of takeRounds(languages.toReversed(), 1)) {
    await far.goto(`http://air.example:${port}/login?lan=${language}`);
    await expect(far.getByText(t('shell.login.unprotected', {}, language))).toBeVisible();
    await expectNoLayoutProblems(far);
  }
  expect(await findAccessibilityViolations(far)).toEqual([]);
  await browser.close();
});

test('shows the installation’s title in the language of the page with a link to its website; a broken picture does no harm', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource/);
  const set = (look: Record<string, string | null>) =>
    query(
      `update personalization set ${Object.keys(look).map((name, index) => `${name} = $${index + 1}`)}`,
      Object.values(look),
    );
  await set({
    login_url: 'https://example.org/air',
    login_background: 'no-such-picture',
    home_zh_title: '澄城空气',
    home_fr_title: 'Air de Clairville',
  });
  try {
    await useLoginPage(page).open();
    await expect(page.getByRole('heading', { name: '澄城空气' })).toBeVisible();
    await expect(page).toHaveTitle(/澄城空气/);
    await expect(page.getByRole('link', { name: '澄城空气' })).toHaveAttribute(
      'href',
      'https://example.org/air',
    );
    await expect(page.locator('svg[class*="picture"]')).toBeAttached();
    await page.goto('/login?lan=fr');
    await expect(page.getByRole('heading', { name: 'Air de Clairville' })).toBeVisible();
    await set({ login_url: 'javascript:alert(1)', login_background: null });
    await page.goto('/login?lan=en');
    await expect(page.getByRole('heading', { name: 'Limpid' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Limpid' })).toHaveCount(0);
  } finally {
    await set({ login_url: null, login_background: null, home_zh_title: null, home_fr_title: null });
  }
});
