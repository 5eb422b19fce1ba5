import { randomBytes } from 'node:crypto';
import { openRelayBoard, type RelayBoard } from '../../simulator/src/relay/relay-board.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, requestApi } from '../fixtures/people.ts';
import {
  dialogButton,
  expectFieldError,
  expectNoLayoutProblems,
  listTableRows,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { openStation } from '../fixtures/station.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 20_000 };
const fields = (name: string) => t(`fogcannon.linkage.fields.${name}`);
let board: RelayBoard;
test.beforeAll(async () => {
  board = await openRelayBoard();
});
test.afterAll(() => board.close());

/** An entity with a site and a cannon, all of one name. */
async function addLinkedCannon(token: string, name: string): Promise<void> {
  const entity = { entityCode: name, entityName: name, deptId: 100, orderNum: 1 };
  await requestApi(token, 'POST', '/site/entity', entity);
  const [owner] = await query<{ id: number }>(
    'select entity_id as id from site_entity where entity_code = $1',
    [name],
  );
  const entityId = owner?.id;
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId };
  await requestApi(token, 'POST', '/site/site', site);
  const [measuring] = await query<{ id: number }>('select site_id as id from site where site_code = $1', [
    name,
  ]);
  const address = { driver: 'modbusTcp', host: '127.0.0.1', port: board.port };
  const cannon = { cannonName: name, entityId, siteId: measuring?.id, flowRate: 60, ...address };
  expect(await requestApi(token, 'POST', '/fog/gun', cannon)).toMatchObject({ code: 200 });
}

test('a rule is written, refused at a field, previewed, tried in a dry run, disabled and removed', async ({
  page,
  tokenOf,
}) => {
  const name = `FL${randomBytes(3).toString('hex')}`;
  await addLinkedCannon(await tokenOf(admin), name);
  const station = await openStation(name);
  station.report({ a34002: 182 });
  await expect.poll(() => station.received()).toContain('CN=9014');

  await page.goto('/fog/linkage');
  await toolButton(page, 'kit.list.add').click();
  const form = page.getByRole('dialog', { name: t('fogcannon.linkage.add') });
  const field = (key: string) => form.getByLabel(fields(key), { exact: true });
  await field('ruleName').fill(name);
  await field('dryRun').click();
  await expect(field('cannonIds')).toBeDisabled();
  await selectOption(page, field('entityId'), name);
  await selectOption(page, field('cannonIds'), name);
  await page.keyboard.press('Escape');
  await selectOption(page, field('channelId'), 'PM10');
  await field('threshold').fill('123456');
  await field('consecutive').fill('1');
  const save = form.getByRole('button', { name: t('kit.form.save'), exact: true });
  await save.click();
  await expect(form.locator('.ant-form-item-explain-error')).toContainText('PM10');
  await expectFieldError(
    field('threshold'),
    (await form.locator('.ant-form-item-explain-error').textContent()) ?? '',
  );
  await field('threshold').fill('150');
  await field('deadBand').fill('50');
  await expect(form).toContainText(t('fogcannon.linkage.stop_gt', { limit: '100 µg/m³' }));
  const sentence = form.getByLabel(t('fogcannon.linkage.sections.condition'), { exact: true });
  await expect(sentence).toContainText('150 µg/m³');

  const preview = form.getByRole('region', { name: t('fogcannon.preview.title') });
  await preview.getByRole('button', { name: t('fogcannon.preview.action') }).click();
  await expect(preview.getByRole('row').filter({ hasText: '182' })).toContainText(t('fogcannon.run.running'));
  await field('threshold').fill('160');
  await expect(preview).toContainText(t('fogcannon.preview.outdated'));
  expect(await findAccessibilityViolations(form)).toEqual([]);
  await expectNoLayoutProblems(page);
  await save.click();
  await expect(form).toBeHidden();

  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText(t('fogcannon.decision.fields.dryRun'));
  await expect(row).toContainText('160 µg/m³');
  station.report({ a34002: 190 });
  // The decision arrives over the socket.
  const decided = row.getByRole('link').filter({ has: page.locator('time') });
  await expect(decided).toBeVisible(patience);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expectNoLayoutProblems(page);

  await decided.click();
  const log = page.getByRole('region', { name: t('fogcannon.decision.title') });
  await expect(log.getByText(`${t('fogcannon.decision.fields.ruleId')}: ${name}`)).toBeVisible();
  const decision = log.getByRole('row').filter({ hasText: name });
  await expect(decision).toContainText('160 µg/m³');
  await expect(decision).toContainText(t('fogcannon.decision.fields.dryRun'));
  expect(board.starts[0] ?? 0).toBe(0);
  expect(await findAccessibilityViolations(log)).toEqual([]);
  await expectNoLayoutProblems(page);

  await page.goto('/fog/linkage');
  await row.getByRole('switch').click();
  await expect(page.getByRole('dialog')).toContainText(t('fogcannon.linkage.stopNote'));
  await dialogButton(page, 'kit.status.stop').click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('button', { name: `${t('kit.list.remove')} ${name}` }).click();
  await dialogButton(page, 'kit.remove.confirm').click();
  await expect(row).toHaveCount(0);
  station.end();
});
