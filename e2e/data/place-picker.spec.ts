import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { softwareMap } from '../fixtures/software-map.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 60_000 };

test.use(softwareMap);

test('picks the position of a site on a map in its form, with the mouse and with the keyboard', async ({
  page,
}) => {
  await page.goto('/site/site');
  await page.getByRole('button', { name: t('kit.list.add'), exact: true }).click();
  const form = page.getByRole('dialog');
  const longitude = form.getByRole('textbox', { name: t('site.site.fields.longitude') });
  const latitude = form.getByRole('textbox', { name: t('site.site.fields.latitude') });
  await form.getByRole('button', { name: t('site.place.pick') }).click();
  const ground = form.getByRole('region', { name: t('site.place.map') });
  const pinAt = (east: string, north: string) =>
    form.getByRole('button', { name: t('site.place.pin', { longitude: east, latitude: north }) });

  await expect(form.getByRole('button', { name: t('site.place.center') })).toBeVisible(patience);
  await ground.click({ position: { x: 60, y: 60 } });
  await expect(longitude).toHaveValue(/^-?\d+\.\d{1,6}$/);
  await expect(pinAt(await longitude.inputValue(), await latitude.inputValue())).toBeVisible();

  await longitude.fill('20.5');
  await latitude.fill('10');
  const pin = pinAt('20.5', '10');
  await pin.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(20.5);
  await expect(latitude).toHaveValue('10');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await form.getByRole('button', { name: t('site.place.hide') }).click();
  await expect(ground).toHaveCount(0);
  await expect(latitude).toHaveValue('10');
});
