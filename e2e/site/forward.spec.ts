import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import {
  expectFieldError,
  expectNoLayoutProblems,
  expectToast,
  listTableRows,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const entity = 'E2E-FORWARD';

/** An entity without sites: nothing is sent anywhere. */
test.beforeAll(async () => {
  await query(
    'insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) on conflict do nothing',
    [entity],
  );
});

/** A packet that failed a minute ago. */
async function fail(targetId: number): Promise<void> {
  await query(
    `insert into forward_log (type, business_key, handle_result, error_msg, data_time, create_time, target_id, kind)
     values ('hj212-2017', 'x', '1', 'connection refused', now() - interval '2 minutes', now() - interval '1 minute', $1, 2011)`,
    [targetId],
  );
  await query(
    `insert into forward_minute (target_id, minute, sent, failed, delay)
     select $1, date_trunc('minute', now()) - n * interval '1 minute', 20 + n % 7, n % 5, 2 + n % 11
     from generate_series(2, 120) n`,
    [targetId],
  );
}

test('a target is refused and added, paused and resumed, and its page shows what has failed', async ({
  page,
}, { retry }) => {
  const name = `E2E receiver ${retry}`;
  await page.goto('/site/forwardTarget');
  await toolButton(page, 'kit.list.add').click();
  const form = page.getByRole('dialog', { name: t('forward.target.add') });
  const field = (key: string) => form.getByLabel(t(`forward.target.fields.${key}`), { exact: true });
  await field('targetName').fill(name);
  await selectOption(page, field('entityId'), entity);
  await field('address').fill('nowhere');
  const save = form.getByRole('button', { name: t('kit.form.save'), exact: true });
  await save.click();
  const problem = t('errors.entity.forward_address', { address: 'nowhere' });
  await expectFieldError(field('address'), `${problem} ${t('forward.target.notes.address')}`);
  const address = `10.255.255.${retry + 1}:8212`;
  await field('address').fill(address);
  expect(await findAccessibilityViolations(form)).toEqual([]);
  await save.click();
  await expect(form).toBeHidden();
  await searchFor(page, t('forward.target.fields.targetName'), name);
  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText(address);
  await expectNoLayoutProblems(page);

  const [target] = await query<{ target_id: number }>(
    'select target_id from forward_target where address = $1',
    [address],
  );
  await fail(target?.target_id ?? 0);
  await row.getByRole('link', { name }).click();
  const screen = page.getByRole('region', { name: t('shell.pages.forwardTarget') });
  await expect(screen.getByRole('heading', { name })).toBeVisible();
  await expect(screen).toContainText('connection refused');
  await expect(screen).toContainText(t('forward.page.noSitesHint'));
  await expect(screen.getByRole('alert')).toContainText([t('forward.problems.noSites')]);
  await expect(screen.getByRole('figure', { name: t('forward.page.traffic') })).toBeVisible();
  await screen.getByRole('button', { name: t('forward.target.pause') }).click();
  await expectToast(page, t('forward.target.pausedNow', { name }));
  await expect(screen).toContainText(t('forward.target.fields.state_paused'));
  await screen.getByRole('button', { name: t('forward.target.resume') }).click();
  await expectToast(page, t('forward.target.resumedNow', { name }));
  await expect(screen).not.toContainText(t('forward.target.fields.state_paused'));
  expect(await findAccessibilityViolations(screen)).toEqual([]);
  await expectNoLayoutProblems(page);

  await screen.getByRole('link', { name: t('forward.page.allAttempts') }).click();
  await expect(listTableRows(page).filter({ hasText: name }).first()).toContainText('connection refused');
});

test('the page of a target shows which periods of a site were skipped', async ({ page }, { retry }) => {
  const name = `E2E-SKIPPED-${retry}`;
  const [target] = await query<{ target_id: number }>(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id
     )
     insert into forward_target (entity_id, target_name, protocol, address, status)
     select entity_id, $1, 'hj212-2017', '10.255.254.1:8212', '1' from entity returning target_id`,
    [name],
  );
  await query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id)
     select $1, $1, entity_id, $1, 1 from site_entity where entity_code = $1`,
    [name],
  );
  await query(
    `insert into forward_outcome (target_id, site_id, kind, skipped)
     select target_id, site_id, kind, range_agg(tstzrange(at, at + interval '40 minutes'))
     from forward_lane, generate_series('2026-03-01 01:10Z'::timestamptz, '2026-03-01 05:10Z', '1 hour') at
     where target_id = $1 and kind = 2011 group by 1, 2, 3`,
    [target?.target_id],
  );
  await page.goto(`/site/forwardTarget/${target?.target_id}`);
  const row = page.getByRole('region', { name: t('forward.page.sites') }).getByRole('row', { name });
  await expect(row).toContainText(`${t('forward.kinds.2011')}`);
  await expect(row).toContainText('13:10');
  await expect(row).toContainText('13:49');
  await expect(row).toContainText(t('forward.page.moreSkipped', { periods: '2' }));
  await expect(page.getByText(t('forward.page.pausedHint'))).toBeVisible();
  await expectNoLayoutProblems(page);
});
