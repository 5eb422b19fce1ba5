import { randomBytes } from 'node:crypto';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import { query } from '../fixtures/database.ts';
import { admin, createPerson, requestApi } from '../fixtures/people.ts';
import { expectNoLayoutProblems, selectOption } from '../fixtures/screen.ts';
import { expect, logInAs, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

/** Ids of the seeded menus: the catalog, the screen and its export. */
const menus = [1460, 1471, 1472];
/** Leads the analysis during the test, so that none of the server replaces its rows. */
async function leadAnalysis(minutes: number): Promise<void> {
  await query(
    `insert into lease (name, owner, fence, expires_at)
     values ('analysis.unusual', gen_random_uuid(), 1, clock_timestamp() + $1 * interval '1 minute')
     on conflict (name) do update set owner = excluded.owner, fence = lease.fence + 1, expires_at = excluded.expires_at`,
    [minutes],
  );
}

const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;

async function addUnusualSite(token: string, name: string, kind: string, strength: number): Promise<void> {
  const entity = { entityCode: name, entityName: `${name} entity`, deptId: 100, orderNum: 1 };
  expect(await requestApi(token, 'POST', '/site/entity', entity)).toMatchObject({ code: 200 });
  const [{ entity_id: entityId } = { entity_id: 0 }] = await query<{ entity_id: number }>(
    'select entity_id from site_entity where entity_code = $1',
    [name],
  );
  const site = { siteCode: name, siteName: name, mn: name, deviceTypeId: 1, entityId };
  expect(await requestApi(token, 'POST', '/site/site', site)).toMatchObject({ code: 200 });
  await query(
    `insert into site_unusual (site_id, hour, channel_id, kind, value, usual, lower_bound, upper_bound,
       counted, strength, days)
     select site_id, $2, channel_id, $3, 180, 50, 42, 58, 12, $4, '{48,50,null,52,51,49,50,null,47,53,50,50,49,51}'
     from site, basic_channel where site_code = $1 and channel_code = 'PM10'`,
    [name, new Date(hour).toISOString(), kind, strength],
  );
}

test('lists unusual sites with a sentence, filters them, and leads to their history', async ({
  page,
  tokenOf,
}) => {
  await leadAnalysis(5);
  try {
    const group = `UN${randomBytes(3).toString('hex')}`;
    const token = await tokenOf(admin);
    await Promise.all([
      addUnusualSite(token, `${group}A`, 'aboveUsual', 900),
      addUnusualSite(token, `${group}B`, 'aboveNeighbours', 901),
    ]);
    await query(
      `insert into unusual_run (hour, computed_at, looked, short_history)
       select $1, now(), array_agg(site_id), '{}' from site_unusual
       on conflict (single) do update set hour = excluded.hour, looked = excluded.looked`,
      [new Date(hour).toISOString()],
    );
    await logInAs(page, await tokenOf(await createPerson('analyst', { menus })));
    await page.goto('/analysis/realtime');
    const items = page.getByRole('list', { name: t('analysis.unusual.list') }).getByRole('listitem');
    await page.getByLabel(t('analysis.unusual.searchHint')).fill(group);
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText(`${group}B`);
    await expect(items.last()).toContainText('180 µg/m³');
    await expect(items.last()).toContainText('42–58 µg/m³');
    await expect(page.getByText(t('analysis.unusual.kinds.aboveNeighbours'))).toBeVisible();
    const screen = page.getByRole('region', { name: t('analysis.unusual.title'), exact: true });
    expect(await findAccessibilityViolations(screen)).toEqual([]);
    await expectNoLayoutProblems(page);

    await selectOption(
      page,
      page.getByLabel(t('analysis.unusual.fields.kind')),
      t('analysis.unusual.kinds.aboveUsual'),
    );
    await expect(items).toHaveCount(1);
    // The address reproduces the view.
    await page.reload();
    await expect(items).toHaveCount(1);
    const siteId = (
      await query<{ site_id: number }>('select site_id from site where site_code = $1', [`${group}A`])
    )[0]?.site_id;
    await expect(items.getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`sites=${siteId}&channels=PM10`),
    );

    await page.getByRole('button', { name: t('kit.list.export') }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toContain('.csv');

    await page.getByLabel(t('analysis.unusual.searchHint')).fill(`${group}none`);
    await page.getByRole('button', { name: t('analysis.unusual.resetFilters') }).click();
    await expect(items.first()).toContainText(`${group}B`);
  } finally {
    await leadAnalysis(0);
  }
});
