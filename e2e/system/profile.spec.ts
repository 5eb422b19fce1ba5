import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { findLayoutProblems } from '../fixtures/layout.ts';
import { createPerson, logInByApi, requestApi } from '../fixtures/people.ts';
import { dialogButton, expectFieldError, expectToast, tabBar } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';
import { openTouchPage } from '../fixtures/touch.ts';

test.use({ person: null });

/** A picture twice as wide as high: the left half red, the right half blue. */
async function paintHalves(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1400;
    canvas.height = 700;
    const context = canvas.getContext('2d');
    for (const [index, colour] of ['red', 'blue'].entries()) {
      if (context) context.fillStyle = colour;
      context?.fillRect(index * 700, 0, 700, 700);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** Size and edge colours (top, right, bottom, left) of the picture in the top bar. */
function readAvatar(page: Page): Promise<{ side: number; colours: string }> {
  return page
    .getByRole('banner')
    .locator('img')
    .evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      const canvas = document.createElement('canvas');
      const side = picture.naturalWidth;
      canvas.width = side;
      canvas.height = picture.naturalHeight;
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      const points = [
        [0.5, 0.1],
        [0.9, 0.5],
        [0.5, 0.9],
        [0.1, 0.5],
      ] as const;
      const colours = points.map(([x, y]) => {
        const [red = 0, , blue = 0] = context?.getImageData(x * side, y * side, 1, 1).data ?? [];
        return red > blue ? 'red' : 'blue';
      });
      return { side, colours: colours.join(' ') };
    });
}

test('lets users edit their own data and picture', async ({ page }) => {
  // A phone number is reported as taken only if the caller may see its owner.
  const person = await createPerson('self', { menus: [100] });
  const other = await createPerson('other');
  const phone = `+86 ${Math.random().toString().slice(2, 13)}`;
  await query('update sys_user set phonenumber = $1 where user_name = $2', [phone, other.userName]);
  await logInAs(page, await logInByApi(person));
  await page.goto('/index');
  const account = page.getByRole('button', { name: t('shell.user.menu') });
  await account.click();
  await page.getByRole('menuitem', { name: t('shell.pages.profile') }).click();
  await expect(page).toHaveTitle(/^个人中心/);
  await expect(tabBar(page).getByText(t('shell.pages.profile'))).toBeVisible();

  const field = (name: string) => page.getByRole('textbox', { name: t(`system.profile.fields.${name}`) });
  const save = page.getByRole('button', { name: t('kit.form.save'), exact: true });
  await field('nickName').fill('');
  await field('email').fill('nobody');
  await save.click();
  await expectFieldError(field('nickName'), '用户昵称不能为空');
  await expectFieldError(field('email'), '请输入正确的邮箱地址');
  await expect(field('nickName')).toBeFocused();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await field('nickName').fill('林晓');
  await field('email').fill(` ${person.userName}@example.org `);
  await field('phonenumber').fill(phone);
  await save.click();
  await expectFieldError(field('phonenumber'), '手机号码已存在');
  await field('phonenumber').fill(`${phone}1`);
  await field('phonenumber').press('Enter');
  await expectToast(page, t('kit.form.saved'));
  await expect(account).toHaveAccessibleName(`${t('shell.user.menu')} 林晓`);
  await expect(page.getByRole('definition').filter({ hasText: `${phone}1` })).toBeVisible();

  const change = page.getByRole('button', { name: t('system.profile.avatar.change') });
  await change.click();
  const file = page.locator('input[type=file]');
  const disguised = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await file.setInputFiles({ name: 'trick.png', mimeType: 'image/png', buffer: disguised });
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect(problem).toContainText(t('system.profile.avatar.broken', { name: 'trick.png' }));
  await expect(problem).toContainText(t('system.profile.avatar.kept'));
  await expect(dialogButton(page, 'system.profile.avatar.save')).toBeDisabled();
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await paintHalves(page) });
  const stage = page.getByRole('application').locator('canvas');
  await expect(stage).toBeFocused();
  await expect(problem).toBeHidden();
  // The mouse moves the left half into the frame, the keys move it slightly back, and a button rotates it to the right.
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no picture to move.');
  await page.mouse.move(box.x + 20, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 150, { steps: 3 });
  await page.mouse.up();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: t('system.profile.avatar.rotateRight') }).click();
  await dialogButton(page, 'system.profile.avatar.save').click();
  await expectToast(page, t('system.profile.avatar.saved'));
  await expect(change).toBeFocused();
  await expect.poll(() => readAvatar(page)).toEqual({ side: 512, colours: 'red red blue red' });
  await page.reload();
  await expect.poll(() => readAvatar(page)).toEqual({ side: 512, colours: 'red red blue red' });
});

test('lists the sessions of a user and ends them, on a phone and in French', async ({ browser }) => {
  const person = await createPerson('roaming');
  const [here, second, third] = [
    await logInByApi(person),
    await logInByApi(person),
    await logInByApi(person),
  ];
  const page = await openTouchPage(browser, here, 'fr');
  const fr = (key: string, blanks = {}) => t(`system.profile.sessions.${key}`, blanks, 'fr');
  await page.goto('/user/profile?tab=sessions');
  const devices = page.getByRole('tabpanel').getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText(fr('current'));
  await expect(devices.first().getByRole('button')).toHaveCount(0);
  expect(await findLayoutProblems(page)).toEqual([]);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  const isOpen = async (token: string) => (await requestApi(token, 'GET', '/getInfo')).code === 200;
  const device = fr('unknown');
  await devices
    .nth(1)
    .getByRole('button', { name: fr('endOf', { device }) })
    .tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: fr('end'), exact: true })
    .tap();
  await expect(devices).toHaveCount(2);
  const left = [await isOpen(second), await isOpen(third)];
  expect(left.filter(Boolean)).toHaveLength(1);

  const others = page.getByRole('tabpanel').getByRole('button', { name: fr('endOthers') });
  await others.tap();
  await expect(page.getByRole('dialog')).toContainText(fr('endOthersQuestion'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: fr('endOthers') })
    .tap();
  await expect(devices).toHaveCount(1);
  await expect(others).toBeDisabled();
  await expect(page.getByText(fr('onlyThis'))).toBeVisible();
  expect([await isOpen(here), await isOpen(second), await isOpen(third)]).toEqual([true, false, false]);
  await page.context().close();
});
