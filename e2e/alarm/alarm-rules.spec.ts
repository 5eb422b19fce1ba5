import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, selectOption } from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const fields = (name: string) => t(`alarm.rule.fields.${name}`);

async function addSite(token: string, name: string): Promise<void> {
  const entity = { entityCode: name, entityName: `${name} entity`, deptId: 100, orderNum: 1 };
  expect(await requestApi(token, 'POST', '/site/entity', entity)).toMatchObject({ code: 200 });
  const [{ entity_id: entityId } = { entity_id: 0 }] = await query<{ entity_id: number }>(
    'select entity_id from site_entity where entity_code = $1',
    [name],
  );
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId };
  expect(await requestApi(token, 'POST', '/site/site', site)).toMatchObject({ code: 200 });
}

test('a rule is written as a sentence, previewed, copied and disabled, and its site shows it', async ({
  page,
  tokenOf,
}) => {
  const name = `AR${randomBytes(3).toString('hex')}`;
  await addSite(await tokenOf(admin), name);
  await page.goto('/alarm/config');
  const screen = page.getByRole('region', { name: t('alarm.rule.title'), exact: true });
  await screen
    .getByRole('button', { name: t('kit.list.add') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('alarm.rule.add') });
  await form.getByLabel(fields('ruleName'), { exact: true }).fill(name);
  await selectOption(page, form.getByLabel(fields('target'), { exact: true }), fields('target_site'));
  const preview = form.getByRole('region', { name: t('alarm.rule.preview.title') });
  await expect(preview).toContainText(t('alarm.rule.preview.field', { label: fields('siteId') }));
  const site = form.getByLabel(fields('siteId'), { exact: true });
  await site.fill(name);
  await page.locator('.ant-select-item-option', { hasText: name }).first().click();
  const channel = form.getByLabel(fields('channelId'), { exact: true });
  await channel.fill('PM2.5');
  await page.locator('.ant-select-item-option', { hasText: 'PM2.5' }).first().click();
  for (const name of ['ruleName', 'siteId', 'channelId', 'threshold'])
    await expect(form.locator('.ant-form-item-required', { hasText: fields(name) })).toHaveCount(1);
  const threshold = form.getByLabel(fields('threshold'), { exact: true });
  await threshold.fill('123456');
  await form.getByRole('button', { name: t('kit.form.save') }).click();
  await expect(form.locator('.ant-form-item-explain-error')).toContainText('PM2.5');
  await threshold.fill('75');
  await form.getByLabel(fields('deadBand'), { exact: true }).fill('80');
  await form.getByLabel(fields('forSeconds'), { exact: true }).fill('300');
  const sentence = form.getByLabel(t('alarm.rule.sections.condition'), { exact: true });
  await expect(sentence).toContainText('75');
  await expect(preview).toContainText('75');

  await form.getByRole('button', { name: t('kit.form.save') }).click();
  await expect(form.getByText('75 µg/m³').last()).toBeVisible();
  await form.getByLabel(fields('deadBand'), { exact: true }).fill('5');
  await expect(form.getByText(t('alarm.rule.preview.noData', { name }))).toBeVisible();
  expect(await findAccessibilityViolations(form)).toEqual([]);
  await form.getByRole('button', { name: t('kit.form.save') }).click();
  await expect(form).toBeHidden();

  const row = screen.getByRole('row', { name });
  await expect(row).toContainText('75');
  await expect(row).toContainText(name);
  expect(await findAccessibilityViolations(screen)).toEqual([]);
  await expectNoLayoutProblems(page);

  await row.getByRole('button', { name: `${t('alarm.rule.copy')} ${name}` }).click();
  await form.getByRole('button', { name: t('kit.form.save') }).click();
  await expect(form).toBeHidden();
  const copy = screen.getByRole('row', { name: t('alarm.rule.copyName', { name }) });
  await copy.getByRole('checkbox').check();
  await screen.getByRole('button', { name: t('kit.status.stop'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit.status.stop') })
    .click();
  await expect(copy.getByRole('switch')).not.toBeChecked();

  // A copy that has raised an alarm: deleting it says that the alarm ends.
  await query(
    `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, basis, peak_at, raised_at, message_at)
     select site_id, rule_id, rule_name, alarm_type, severity, basis, now(), now(), now() from alarm_rule
     where rule_name = $1`,
    [t('alarm.rule.copyName', { name })],
  );
  await copy
    .getByRole('button', { name: t('kit.list.actionsOf', { name: t('alarm.rule.copyName', { name }) }) })
    .click();
  await page.getByRole('menuitem', { name: t('kit.list.remove') }).click();
  const removal = page.getByRole('dialog').filter({ hasText: t('alarm.rule.running', { count: 1 }) });
  expect(await findAccessibilityViolations(removal)).toEqual([]);
  await removal.getByRole('button', { name: t('kit.list.remove') }).click();
  await expect(copy).toBeHidden();

  await page.goto('/site/site');
  await page.getByLabel(t('site.site.fields.siteName'), { exact: true }).fill(name);
  await page.getByRole('button', { name: t('kit.list.search'), exact: true }).click();
  await page.getByRole('button', { name: t('kit.list.actionsOf', { name }) }).click();
  await page.getByRole('menuitem', { name: t('alarm.rule.site.siteAction') }).click();
  const rules = page.getByRole('dialog', { name: t('alarm.rule.site.title', { name }) });
  await expect(rules.getByRole('listitem').first()).toContainText(t('alarm.rule.site.applies'));
  await query('delete from alarm_rule where rule_name like $1', [`${name}%`]);
});
