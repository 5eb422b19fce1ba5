import { findBarriers } from './axe.ts';
import { query } from './database.ts';
import { findMisfits } from './layout.ts';
import { fieldOf, useLoginPage } from './login-page.ts';
import { withParameter } from './parameters.ts';
import { addPerson, admin, openSession, send } from './people.ts';
import { expectFieldError } from './screen.ts';
import { origin, port } from './server.ts';
import { expect, test } from './test.ts';
import { languages, say } from './texts.ts';

test.use({ person: null });

test('who solves the captcha and knows the password arrives at home', async ({ page }) => {
  const login = useLoginPage(page);
  await login.open();
  await expect(fieldOf(page, 'username')).toBeFocused();
  await login.fill({ ...admin, userName: ' admin ' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/index`);
  await expect(page.getByRole('heading', { level: 1, name: '首页' })).toBeAttached();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('Admin-Token');
});

test('empty fields are named, and nothing is sent', async ({ page }) => {
  const login = useLoginPage(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/prod-api/login')) sent++;
  });
  await login.open();
  await login.submit();
  await expectFieldError(fieldOf(page, 'username'), '账号不能为空');
  await expectFieldError(fieldOf(page, 'password'), '密码不能为空');
  await expectFieldError(fieldOf(page, 'code'), '验证码不能为空');
  expect(sent).toBe(0);
});

test('a wrong answer is said beside its field, with a new picture and the rest kept', async ({ page }) => {
  const login = useLoginPage(page);
  await login.open();
  const first = await login.picture();
  await login.fill(admin, '-1');
  await login.submit();
  await expectFieldError(fieldOf(page, 'code'), '验证码错误');
  await expect(fieldOf(page, 'code')).toBeFocused();
  await expect(fieldOf(page, 'code')).toHaveValue('');
  await expect(fieldOf(page, 'username')).toHaveValue('admin');
  await expect(fieldOf(page, 'password')).toHaveValue(admin.password);
  await expect.poll(login.picture).not.toBe(first);
  await fieldOf(page, 'code').fill(await login.answer());
  await login.submit();
  await expect(page).toHaveURL(`${origin}/index`);
});

test('another picture comes for a click, and after a failure to load one', async ({ page, allowProblem }) => {
  allowProblem(/Failed to load resource/);
  const login = useLoginPage(page);
  await login.open();
  const first = await login.picture();
  await page.getByTitle(say('shell.login.reloadCaptcha')).click();
  await expect.poll(login.picture).not.toBe(first);
  await page.route('**/captchaImage**', (route) => route.abort());
  await page.getByTitle(say('shell.login.reloadCaptcha')).click();
  const failed = page.getByText(say('shell.login.captchaFailed'));
  await expect(failed).toBeVisible();
  await page.unroute('**/captchaImage**');
  await failed.click();
  await expect.poll(login.picture).toContain('data:image/');
});

test('a wrong password is refused without saying which of the two was wrong', async ({ page }) => {
  const login = useLoginPage(page);
  const person = await addPerson('forgetful');
  await login.open();
  const first = await login.picture();
  await login.logIn({ ...person, password: 'wrong' });
  await expect(page.getByRole('alert').filter({ hasText: '用户不存在或密码错误' })).toBeVisible();
  await expect(fieldOf(page, 'password')).toBeFocused();
  await expect.poll(login.picture).not.toBe(first);
  await login.logIn({ userName: 'nobody-at-all', password: 'wrong' });
  await expect(page.getByRole('alert').filter({ hasText: '用户不存在或密码错误' })).toBeVisible();
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('five wrong passwords lock the account, for the right one too', async ({ page }) => {
    const person = await addPerson('guessed');
    const wrong = { ...person, password: 'wrong' };
    for (let attempt = 1; attempt <= 4; attempt++) await expect(openSession(wrong)).rejects.toThrow();
    const login = useLoginPage(page, 'fr');
    const locked = page
      .getByRole('alert')
      .filter({ hasText: '5 mots de passe incorrects : le compte est verrouillé pendant 10 minutes' });
    await login.open();
    await login.logIn(wrong);
    await expect(locked).toBeVisible();
    await login.logIn(person);
    await expect(locked).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});

test('the user name is remembered when asked for, the password never', async ({ page, context }) => {
  const person = await addPerson('regular');
  const login = useLoginPage(page);
  const remember = page.getByRole('checkbox', { name: say('shell.login.remember') });
  await login.open();
  await expect(remember).not.toBeChecked();
  await remember.check();
  await login.logIn(person);
  await expect(page).toHaveURL(`${origin}/index`);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(person.password);

  await context.clearCookies();
  await login.open();
  await expect(fieldOf(page, 'username')).toHaveValue(person.userName);
  await expect(fieldOf(page, 'password')).toHaveValue('');
  await expect(fieldOf(page, 'password')).toBeFocused();
  await remember.uncheck();
  await login.logIn(person);
  await expect(page).toHaveURL(`${origin}/index`);

  await context.clearCookies();
  await login.open();
  await expect(fieldOf(page, 'username')).toHaveValue('');
});

test('who is not logged in is brought back to the address they wanted, with its parameters', async ({
  page,
}) => {
  const login = useLoginPage(page);
  await login.open('/system/post?from=mail&n=1');
  await expect(page).toHaveURL(
    `${origin}/login?redirect=${encodeURIComponent('/system/post?from=mail&n=1')}`,
  );
  await login.logIn(admin);
  await expect(page).toHaveURL(`${origin}/system/post?from=mail&n=1`);
});

test('a login leads to no other site', async ({ page, context }) => {
  const login = useLoginPage(page);
  for (const address of ['//example.org/trap', 'https://example.org/trap', '/x/..//example.org']) {
    await login.open(`/login?redirect=${encodeURIComponent(address)}`);
    await login.logIn(admin);
    await expect(page).toHaveURL(`${origin}/index`);
    await context.clearCookies();
  }
});

test('the language is changed before logging in, and stays', async ({ page }) => {
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
  await expectFieldError(fieldOf(page, 'code', 'fr'), 'Code de vérification incorrect');
});

test('caps lock is pointed out while the password is typed', async ({ page }) => {
  await useLoginPage(page).open();
  const hint = page.getByText(say('shell.login.capsLock'));
  const password = fieldOf(page, 'password');
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(hint).toBeVisible();
  await password.dispatchEvent('keyup', { key: 'CapsLock', modifierCapsLock: false });
  await expect(hint).toBeHidden();
});

test('the mobile app is fetched by scanning a code, where there is one', async ({ page }) => {
  const login = useLoginPage(page);
  const tab = (key: string) => page.getByRole('tab', { name: say(key) });
  await login.open();
  await fieldOf(page, 'username').fill('kept');
  await tab('shell.login.app').click();
  await expect(page.getByText(say('shell.login.appNone'))).toBeVisible();
  await expect(fieldOf(page, 'username')).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('shell.login.account')).toBeFocused();
  await expect(fieldOf(page, 'username')).toHaveValue('kept');
  expect(await findBarriers(page)).toEqual([]);

  const address = 'https://example.org/limpid.apk';
  await withParameter('sys.app.download', address, async () => {
    await login.open();
    await tab('shell.login.app').click();
    const code = page.getByRole('img', { name: say('shell.login.appCode') });
    await expect(code.locator('path').first()).toBeVisible();
    await expect(page.getByRole('link', { name: say('shell.login.appOpen') })).toHaveAttribute(
      'href',
      address,
    );
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await findBarriers(page)).toEqual([]);
      expect(await findMisfits(page)).toEqual([]);
    }
  });
});

test('a page without encryption warns of it, except on the machine itself', async ({ page, playwright }) => {
  await useLoginPage(page).open();
  await expect(page.getByText(say('shell.login.unprotected'))).toHaveCount(0);
  const executablePath = process.env['CHROME_PATH'];
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--host-resolver-rules=MAP air.example 127.0.0.1'],
  });
  const far = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const language of languages) {
    await far.goto(`http://air.example:${port}/login?lan=${language}`);
    await expect(far.getByText(say('shell.login.unprotected', {}, language))).toBeVisible();
    expect(await findMisfits(far)).toEqual([]);
  }
  expect(await findBarriers(far)).toEqual([]);
  await browser.close();
});

test('an installation leads to its own site, and a broken picture does no harm', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource/);
  const set = (url: string | null, picture: string | null) =>
    query('update personalization set login_url = $1, login_background = $2', [url, picture]);
  await set('https://example.org/air', '/prod-api/no-such-picture');
  try {
    await useLoginPage(page).open();
    const link = page.getByRole('link', { name: 'Limpid' });
    await expect(link).toHaveAttribute('href', 'https://example.org/air');
    await expect(page.locator('svg.login-picture')).toBeAttached();
    await set('javascript:alert(1)', '/logo.svg');
    await page.reload();
    await expect(page.locator('img.login-picture')).toBeVisible();
    await expect(link).toHaveCount(0);
  } finally {
    await set(null, null);
  }
});

test('an installation shows its own title in the language of the page', async ({ page }) => {
  await query("update personalization set home_zh_title = '澄城空气', home_fr_title = 'Air de Clairville'");
  try {
    const login = useLoginPage(page);
    await login.open();
    await expect(page.getByRole('heading', { name: '澄城空气' })).toBeVisible();
    await expect(page).toHaveTitle(/澄城空气/);
    await page.goto('/login?lan=fr');
    await expect(page.getByRole('heading', { name: 'Air de Clairville' })).toBeVisible();
    await page.goto('/login?lan=en');
    await expect(page.getByRole('heading', { name: 'Limpid' })).toBeVisible();
  } finally {
    await query('update personalization set home_zh_title = null, home_fr_title = null');
  }
});

test('a captcha answer is good for one try', async () => {
  const { uuid } = await send('', 'GET', '/captchaImage');
  const rows = await query<{ answer: string }>('select answer from captcha where uuid = $1', [uuid]);
  const attempt = { username: 'admin', password: admin.password, uuid, code: rows[0]?.answer };
  expect((await send('', 'POST', '/login', attempt)).code).toBe(200);
  expect(await send('', 'POST', '/login', attempt)).toMatchObject({ code: 500, field: 'code' });
});
