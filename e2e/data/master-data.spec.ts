import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import {
  dialogButton,
  expectFieldError,
  expectToast,
  findTableRow,
  navigateInApp,
  searchAndSelect,
  selectOption,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const unique = (name: string) => `${name}${randomBytes(3).toString('hex')}`;

/** The controls of the open form, by the texts of a resource. */
function formOf(page: Page, texts: string) {
  const dialog = page.getByRole('dialog');
  return {
    field: (name: string) => dialog.getByLabel(t(`${texts}.fields.${name}`), { exact: true }),
    named: (name: string) =>
      dialog.getByLabel(t('kit.form.inChinese', { label: t(`${texts}.fields.${name}`) })),
    part: (line: number, label: string) =>
      dialog.getByLabel(t('kit.parts.line', { line, label: t(`${texts}.${label}`) })),
    addPart: () => dialog.getByRole('button', { name: t('kit.parts.add') }).click(),
  };
}

/** Screens opened earlier stay in the document, hidden in their tabs. */
async function startAdding(page: Page, path: string, texts: string): Promise<void> {
  await navigateInApp(page, path);
  const screen = page.getByRole('region', { name: t(`${texts}.title`), exact: true });
  // An empty list offers it a second time.
  await screen
    .getByRole('button', { name: t('kit.list.add'), exact: true })
    .first()
    .click();
}

async function save(page: Page, said = 'kit.form.added'): Promise<void> {
  await dialogButton(page, 'kit.form.save').click();
  await expectToast(page, t(said));
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('creates a channel, a device type, an entity and a site that depend on each other', async ({ page }) => {
  const [code, type, entity, site] = [unique('Q'), unique('T-'), unique('主体'), unique('站点')];
  await page.goto('/basic/channel');

  await startAdding(page, '/basic/channel', 'basedata.channel');
  const channel = formOf(page, 'basedata.channel');
  await channel.field('channelCode').fill(code);
  await channel.field('gbCode').fill(`${code}gb`);
  await channel.named('channelName').fill(code);
  await channel.addPart();
  await channel.part(1, 'levelFields.upTo').fill('10');
  await channel.part(1, 'levelFields.name').fill('低');
  await dialogButton(page, 'kit.form.save').click();
  const colour = t('errors.field.required', { label: t('basedata.channel.levelFields.colour') });
  await expect(page.getByRole('dialog').getByText(colour)).toBeVisible();
  await page.getByRole('button', { name: t('kit.parts.remove', { line: 1 }) }).click();
  await save(page);

  await startAdding(page, '/basic/deviceType', 'basedata.deviceType');
  const deviceType = formOf(page, 'basedata.deviceType');
  await deviceType.field('typeCode').fill(type);
  await deviceType.named('typeName').fill(type);
  await deviceType.addPart();
  await searchAndSelect(page, deviceType.part(1, 'channelFields.channelId'), code);
  await deviceType.part(1, 'channelFields.aliases').fill('x1,x2,');
  await save(page);
  await expect(findTableRow(page, type).first()).toContainText(code);

  await startAdding(page, '/site/entity', 'site.entity');
  const owner = formOf(page, 'site.entity');
  await owner.field('entityCode').fill(unique('E'));
  await owner.named('entityName').fill(entity);
  await owner.field('timeDifference').fill('-7');
  await owner.field('longitude').fill('116.404, 39.915');
  await owner.field('forwardAddress').fill('nowhere');
  await expect(owner.field('latitude')).toHaveValue('39.915');
  await dialogButton(page, 'kit.form.save').click();
  await expectFieldError(
    owner.field('forwardAddress'),
    [t('errors.entity.forward_address', { address: 'nowhere' }), t('site.entity.notes.forwardAddress')].join(
      ' ',
    ),
  );
  await owner.field('forwardAddress').fill('up.example:8212#10.0.0.1:9000');
  await save(page);
  await expect(page.getByRole('row').filter({ hasText: entity })).toContainText(
    t('site.entity.forwarding.targets', { count: 2 }),
  );

  await startAdding(page, '/site/site', 'site.site');
  const station = formOf(page, 'site.site');
  // Sorted before the sites of other tests, so that it is on the first page.
  await station.field('siteCode').fill(unique('0S'));
  await station.field('siteName').fill(site);
  await selectOption(page, station.field('entityId'), entity);
  await station.field('longitude').fill('181');
  await station.field('latitude').fill('39');
  await station.field('mn').fill(unique('MN'));
  await selectOption(page, station.field('deviceTypeId'), type);
  await station.addPart();
  await searchAndSelect(page, station.part(1, 'coefficientFields.channelId'), code);
  await station.part(1, 'coefficientFields.k').fill('1.08');
  await station.field('accessPassword').fill('123456');
  await dialogButton(page, 'kit.form.save').click();
  await expectFieldError(station.field('longitude'), t('errors.coordinate.longitude'));
  expect(await findAccessibilityViolations(page.getByRole('dialog'))).toEqual([]);
  await station.field('longitude').fill('116');
  await save(page);
  await expect(findTableRow(page, site)).toContainText(t('site.site.fields.online_off'));
  const mark = t('site.site.fields.passwordState_none');
  await expect(findTableRow(page, `${site} ${mark}`)).toHaveCount(0);

  await page.getByRole('button', { name: `${t('kit.list.edit')} ${site}`, exact: true }).click();
  await expect(station.field('accessPassword')).toHaveAttribute('placeholder', t('kit.secret.isSet'));
  await expect(station.part(1, 'coefficientFields.k')).toHaveValue('1.08');
  await page.getByRole('button', { name: t('kit.secret.clear') }).click();
  const required = page.getByRole('radiogroup', { name: t('site.site.fields.passwordRequired') });
  await required.getByRole('radio').first().check();
  await dialogButton(page, 'kit.form.save').click();
  await expectFieldError(station.field('accessPassword'), t('errors.site.password_needed'));
  await required.getByRole('radio').last().check();
  const place = page.getByRole('radiogroup', { name: t('site.site.fields.coefficientPlace') });
  await place.getByRole('radio').last().check();
  await dialogButton(page, 'kit.form.save').click();
  await expect(page.getByRole('dialog').last()).toContainText('K = 1.08');
  await dialogButton(page, 'kit.cancel').click();
  await place.getByRole('radio').first().check();
  await save(page, 'kit.form.saved');
  await expect(findTableRow(page, `${site} ${mark}`)).toBeVisible();

  await page.getByRole('button', { name: t('kit.list.actionsOf', { name: site }) }).click();
  await page.getByRole('menuitem', { name: t('site.site.newKey.action') }).click();
  await dialogButton(page, 'site.site.newKey.make').click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^[\w-]{32}/);
});
