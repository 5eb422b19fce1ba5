import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../../tests/compatibility/family-client.fixture.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import {
  addCity,
  addEntitySites,
  ask,
  type JsonRow,
  listReportRows,
  makeWaiting,
  october,
  useMaker,
  wantSite,
} from '../report.fixture.ts';

let t: TestApp;
let token: string;
let entityId: number;
let siteIds: number[];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  useMaker(t);
  ({ entityId, siteIds } = await addEntitySites(t, ['LIST-1', 'LIST-2']));
  await addDepartment(t, 110, 100, [0, 100]);
  await addCity(t, '列表市');
});
afterAll(() => t.close());

const site = () => siteIds[0] ?? 0;
const send = async (json: object, lang = 'zh_CN', person = token) =>
  (await t.send('POST', `/analysis/report?lang=${lang}`, { token: person, json })).body;

describe('a request for reports', () => {
  it.each([
    [{ siteId: 999_999 }, 'siteId', 'scope.denied'],
    [{ subject: 'entity', siteId: undefined, entityId: 999_999 }, 'entityId', 'scope.denied'],
    [{ sections: [] }, 'sections', 'report.no_sections'],
    [{ sections: undefined }, 'sections', 'report.no_sections'],
    [{ sections: ['summary', 'summary'] }, 'sections', 'report.section_twice'],
    [{ first: '2026-10-31', last: '2026-10-01' }, 'last', 'report.period_order'],
    [{ first: '2026-10-02' }, 'first', 'report.period_whole'],
    [{ period: 'week', first: '2026-10-06', last: '2026-10-12' }, 'first', 'report.period_whole'],
    [{ period: 'month', first: '2028-02-01', last: '2028-02-28' }, 'first', 'report.period_whole'],
    [{ withPdf: false, withWorkbook: false }, 'withPdf', 'report.no_format'],
    [{ languages: ['zh', 'zh'] }, 'languages', 'report.language_twice'],
    [{ templateId: 999_999 }, 'templateId', 'report.template_gone'],
  ])('is refused with %j', async (changes, field, key) => {
    expect(await send(wantSite(site(), changes))).toMatchObject({
      code: expect.any(Number),
      field,
      msg: errorText(key),
    });
  });

  it.each([
    [{ period: 'month', first: '2026-12-01', last: '2026-12-31' }, '2026-12-01'],
    [{ period: 'range', first: '2026-11-10', last: '2026-11-19' }, '2026-11-19'],
  ])('is refused for the future: %j', async (changes, date) => {
    expect((await send(wantSite(site(), changes))).msg).toBe(errorText('report.future', { date }));
  });

  it('is refused for more than ten years, and for days that do not exist', async () => {
    const range = { period: 'range', first: '2010-01-01', last: '2026-01-01' };
    expect((await send(wantSite(site(), range))).msg).toBe(errorText('report.days', { max: 3660 }));
    const leap = { period: 'range', first: '2026-02-29', last: '2026-03-01' };
    expect(await send(wantSite(site(), leap))).toMatchObject({
      field: 'first',
      msg: errorText('analysis.day', { label: 'report.report.fields.first' }),
    });
  });

  it('accepts a leap February, today, and a month that is still running', async () => {
    for (const period of [
      { period: 'month', first: '2024-02-01', last: '2024-02-29' },
      { period: 'range', first: '2026-11-01', last: '2026-11-18' },
      { period: 'month', first: '2026-11-01', last: '2026-11-30' },
    ])
      expect(await ask(t, token, wantSite(site(), period))).toHaveLength(1);
  });

  it('is refused with sections and kinds that do not exist, in three languages', async () => {
    const refusal = async (changes: object, lang: string) =>
      (await send(wantSite(site(), changes), lang)).msg;
    const choice = errorText('field.choice', { label: 'report.report.fields.sections' });
    expect(await refusal({ sections: ['weather'] }, 'zh_CN')).toBe(choice);
    expect(await refusal({ sections: ['weather'] }, 'en_US')).toContain('Sections');
    expect(await refusal({ subject: 'country' }, 'fr_FR')).toContain('Objet');
    expect(await refusal({ sections: [] }, 'en_US')).toBe('Choose at least one section');
    expect(await refusal({ sections: [] }, 'fr_FR')).toBe('Choisissez au moins une rubrique');
    expect(await refusal({ languages: ['de'] }, 'en_US')).toContain('Languages');
  });

  it('asks for each site of an entity, up to a thousand', async () => {
    const wanted = { ...wantSite(site()), subject: 'entitySites', siteId: undefined, entityId };
    expect(await ask(t, token, wanted)).toHaveLength(2);
    await t.app.pool.query(
      `insert into site (site_code, site_name, entity_id, mn, device_type_id)
       select 'many-' || n, 'many', $1, 'many-' || n, 1 from generate_series(1, 999) n`,
      [entityId],
    );
    expect((await send(wanted)).msg).toBe(errorText('report.many_sites', { max: 1000 }));
    // One report about all of them is possible.
    expect(await ask(t, token, { ...wanted, subject: 'entity' })).toHaveLength(1);
    await t.app.pool.query(`delete from site where site_name = 'many'`);
  });

  it('names cities that have stations, and belongs to the department of whoever asks', async () => {
    const wanted = {
      ...october,
      subject: 'city',
      province: '测试省',
      sections: ['summary'],
      languages: ['zh'],
    };
    expect((await send({ ...wanted, city: '无此市' })).msg).toBe(
      errorText('report.city_unknown', { city: '无此市' }),
    );
    const permissions = ['analysis:report:add', 'analysis:report:list'];
    await addPerson(t, 'city person', [{ permissions, dataScope: '4' }], 110);
    const person = await t.login('city person', personPassword);
    await ask(t, person, { ...wanted, city: '列表市' });
    expect(await listReportRows(t, person)).toMatchObject([{ subjectName: '列表市', deptId: 110 }]);
    expect((await send({ ...wanted, city: '列表市', deptId: 100 }, 'zh_CN', person)).msg).toBe(
      errorText('scope.denied'),
    );
    const { body } = await t.send('GET', `/analysis/report/cities?search=${encodeURIComponent('列表')}`, {
      token,
    });
    expect(body['data']).toEqual([{ province: '测试省', city: '列表市', stations: 1 }]);
    // Who reaches only their own records has no department that a report could belong to.
    await addPerson(t, 'own records', [{ permissions, dataScope: '5' }], 110);
    const own = await t.login('own records', personPassword);
    expect((await send({ ...wanted, city: '列表市' }, 'zh_CN', own)).msg).toBe(errorText('scope.denied'));
  });

  it('shows the document before it is made', async () => {
    const json = { ...wantSite(site()), languages: undefined, language: 'fr', title: 'Essai' };
    const { body } = await t.send('POST', '/analysis/report/preview', { token, json });
    expect(body['data']).toMatchObject({ language: 'fr', title: 'Essai' });
    expect(JSON.stringify(body['data'])).not.toContain('details');
  });
});

describe('the list', () => {
  it('is filtered, sorted, paged and exported', async () => {
    await t.app.pool.query('delete from report');
    for (const month of ['07', '08', '10'])
      await ask(t, token, wantSite(site(), { first: `2026-${month}-01`, last: `2026-${month}-31` }));
    await ask(t, token, wantSite(siteIds[1] ?? 0, { languages: ['fr'] }));
    await makeWaiting(t);
    const days = async (query: string) =>
      (await listReportRows(t, token, query)).map(({ firstDay }) => firstDay);
    expect(await days('&firstDay=2026-10')).toEqual(['2026-10-01', '2026-10-01']);
    expect(await days('&subjectName=LIST-2')).toEqual(['2026-10-01']);
    expect(await days('&language=en&orderByColumn=firstDay&isAsc=asc')).toEqual([
      '2026-07-01',
      '2026-08-01',
      '2026-10-01',
    ]);
    expect(await days('&state=failed')).toEqual([]);
    expect(await days(`&siteId=${site()}&period=month&signOff=draft`)).toHaveLength(3);
    const page = await t.send('GET', '/analysis/report/list?pageNum=2&pageSize=3', { token });
    expect(page.body).toMatchObject({ total: 4, rows: [{ firstDay: '2026-07-01' }] });
    const { bytes } = await t.send('POST', '/analysis/report/export', { token, json: { language: 'fr' } });
    const { header, rows } = openWorkbook(bytes);
    expect(header).toContain('签发');
    expect(rows).toHaveLength(1);
  });

  it('follows sites and entities into other departments, and stays where they were when they are removed', async () => {
    const moving = await addEntitySites(t, ['LIST-MOVE']);
    const [reportId = 0] = await ask(t, token, wantSite(moving.siteIds[0] ?? 0));
    await addPerson(t, 'local', [{ permissions: ['analysis:report:list'], dataScope: '4' }], 110);
    const local = await t.login('local', personPassword);
    const ids = async () => (await listReportRows(t, local)).map((row: JsonRow) => row['reportId']);
    expect(await ids()).not.toContain(reportId);
    await t.app.pool.query('update site_entity set dept_id = 110 where entity_id = $1', [moving.entityId]);
    expect(await ids()).toContain(reportId);
    await t.app.pool.query('delete from site where site_id = $1', [moving.siteIds[0]]);
    await t.app.pool.query('delete from site_entity where entity_id = $1', [moving.entityId]);
    expect(await ids()).toContain(reportId);
  });
});
