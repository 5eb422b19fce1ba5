import { openRelayBoard, type RelayBoard } from '../../simulator/src/relay/relay-board.ts';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import {
  expectNoLayoutProblems,
  listTableRows,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const patience = { timeout: 20_000 };
let board: RelayBoard;
test.beforeAll(async () => {
  board = await openRelayBoard();
  await query(
    `insert into site_entity (entity_code, entity_name, dept_id) values ('E2E-FOG', 'E2E-FOG', 100) on conflict do nothing`,
  );
});
test.afterAll(() => board.close());

test('a cannon is added, tested, jogged after a confirmation, switched off, and its runs are logged', async ({
  page,
}, { retry }) => {
  const name = `E2E cannon ${retry}`;
  await page.goto('/fog/gun');
  await toolButton(page, 'kit.list.add').click();
  const form = page.getByRole('dialog', { name: t('fogcannon.cannon.add') });
  const field = (key: string) => form.getByLabel(t(`fogcannon.cannon.fields.${key}`), { exact: true });
  await field('cannonName').fill(name);
  await selectOption(page, field('entityId'), 'E2E-FOG');
  await field('flowRate').fill('60');
  await field('host').fill('127.0.0.1');
  await field('port').fill(String(board.port));
  await form.getByRole('button', { name: t('kit.form.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await searchFor(page, t('fogcannon.cannon.fields.cannonName'), name);
  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText(t('fogcannon.cannon.fields.switchState_off'), patience);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await row.getByRole('button', { name: t('fogcannon.switch.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('fogcannon.switch.title', { name }) });
  await dialog.getByRole('radiogroup').getByText(t('fogcannon.switch.jog'), { exact: true }).click();
  await dialog.getByLabel(t('fogcannon.switch.seconds')).fill('600');
  await expect(dialog).toContainText(t('fogcannon.switch.jogNote', { seconds: '600' }));
  await expectNoLayoutProblems(page);
  expect(board.starts[0]).toBe(0);
  await dialog.getByRole('button', { name: t('fogcannon.switch.jog'), exact: true }).click();
  await expect(dialog).toContainText(t('fogcannon.switch.state_done'), patience);
  expect(board.coils[0]).toBe(true);
  await dialog
    .getByRole('button', { name: t('fogcannon.switch.close'), exact: true })
    .last()
    .click();
  // The list learns of it over the socket.
  await expect(row).toContainText(t('fogcannon.cannon.fields.switchState_on'), patience);

  await row.getByRole('link', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText(t('fogcannon.run.running'));
  await drawer.getByRole('button', { name: t('fogcannon.switch.action') }).click();
  await dialog.getByRole('button', { name: t('fogcannon.switch.off'), exact: true }).click();
  await expect(dialog).toContainText(t('fogcannon.switch.state_done'), patience);
  expect([board.coils[0], board.starts[0]]).toEqual([false, 1]);

  await dialog
    .getByRole('button', { name: t('fogcannon.switch.close'), exact: true })
    .last()
    .click();

  // Rules leave a cannon alone that a person has switched, until it is given back.
  const manual = t('fogcannon.manual.until', { time: '' }).trim();
  await expect(row).toContainText(manual);
  await expect(drawer).toContainText(manual);
  await drawer.getByRole('button', { name: t('fogcannon.manual.release') }).click();
  await expect(drawer).not.toContainText(manual);
  await expect(row).not.toContainText(manual);

  await page.goto('/fog/run');
  const run = listTableRows(page).filter({ hasText: name });
  await expect(run).toContainText('admin');
  await expect(run).toContainText(t('fogcannon.run.fields.endReason_person'));
});
