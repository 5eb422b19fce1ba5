import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import {
  addEntitySites,
  ask,
  type JsonRow,
  makeWaiting,
  readReport,
  useMaker,
  wantSite,
} from '../report.fixture.ts';

const path = '/analysis/reportTemplate';
let t: TestApp;
let token: string;

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  useMaker(t);
  await addDepartment(t, 110, 100, [0, 100]);
});
afterAll(() => t.close());

let count = 0;
const makeTemplate = (changes: object = {}) => ({
  templateName: `模板 ${++count}`,
  templateNameEn: `template ${count}`,
  deptId: 100,
  content: [{ section: 'summary' }, { section: 'levels' }],
  ...changes,
});
const admin = () => makeResourceClient(t, path, token);

describe('templates', () => {
  it('come with the installation, in three languages', async () => {
    const rows = await admin().list();
    expect(
      rows.map(({ templateName, templateNameEn, templateNameFr }) => [
        templateName,
        templateNameEn,
        templateNameFr,
      ]),
    ).toEqual(expect.arrayContaining([['月报', 'Monthly report', 'Rapport mensuel']]));
    for (const { sectionCount } of rows) expect(Number(sectionCount)).toBeGreaterThan(5);
  });

  it.each([
    [{ content: [] }, 'content', 'report.no_sections'],
    [{ content: [{ section: 'levels' }, { section: 'levels' }] }, 'content', 'report.section_twice'],
    [{ forSite: false, forEntity: false, forCity: false }, 'forSite', 'report.no_subjects'],
    [{ entityId: 999_999 }, 'entityId', 'scope.denied'],
  ])('are refused with %j', async (changes, field, key) => {
    expect(await admin().send('POST', '', makeTemplate(changes))).toMatchObject({
      field,
      msg: errorText(key),
    });
  });

  it('are refused with sections that do not exist', async () => {
    const body = await admin().send('POST', '', makeTemplate({ content: [{ section: 'weather' }] }));
    expect(body).toMatchObject({
      code: 500,
      msg: errorText('field.choice', { label: 'report.template.contentFields.section' }),
    });
  });

  it('keep the order of their sections, and give reports their texts in the language of each', async () => {
    const template = makeTemplate({
      content: [{ section: 'levels' }, { section: 'summary' }, { section: 'days' }],
      title: '空气质量月报',
      titleEn: 'Air quality of the month',
      coverText: '内部资料',
      approver: '张三',
    });
    const templateId = await admin().add(template, ['templateName', 'templateId']);
    const { siteIds } = await addEntitySites(t, ['TPL-1']);
    const wanted = wantSite(siteIds[0] ?? 0, { sections: undefined, templateId, languages: ['zh', 'en'] });
    const ids = await ask(t, token, wanted);
    await makeWaiting(t);
    const [zh, en] = await Promise.all(
      ids.map(
        async (id) =>
          (await t.send('GET', `/analysis/report/document/${id}`, { token })).body['data'] as JsonRow,
      ),
    );
    expect(zh).toMatchObject({ title: '空气质量月报', coverText: '内部资料' });
    // Without a translation the Chinese text is used.
    expect(en).toMatchObject({ title: 'Air quality of the month', coverText: '内部资料' });
    expect((Object(en).sections as JsonRow[]).map(({ key }) => key)).toEqual(['levels', 'summary', 'days']);
    expect(await readReport(t, token, ids[1] ?? 0)).toMatchObject({ templateName: `template ${count}` });
  });

  it('change nothing in reports that were asked for before', async () => {
    const template = makeTemplate();
    const templateId = await admin().add(template, ['templateName', 'templateId']);
    const { siteIds } = await addEntitySites(t, ['TPL-2']);
    const [id = 0] = await ask(t, token, wantSite(siteIds[0] ?? 0, { sections: undefined, templateId }));
    await admin().send('PUT', '', { ...template, templateId, content: [{ section: 'method' }] });
    await makeWaiting(t);
    const { body } = await t.send('GET', `/analysis/report/document/${id}`, { token });
    expect((body['data'] as { sections: JsonRow[] }).sections.map(({ key }) => key)).toEqual([
      'summary',
      'levels',
    ]);
  });

  it('suit only their kinds of subjects and their entity', async () => {
    const { entityId, siteIds } = await addEntitySites(t, ['TPL-3']);
    const other = await addEntitySites(t, ['TPL-4']);
    const forEntities = await admin().add(makeTemplate({ forSite: false }), ['templateName', 'templateId']);
    const name = `模板 ${count}`;
    const send = (json: object) => t.send('POST', '/analysis/report', { token, json });
    const wanted = wantSite(siteIds[0] ?? 0, { sections: undefined, languages: ['zh'] });
    expect((await send({ ...wanted, templateId: forEntities })).body).toMatchObject({
      field: 'templateId',
      msg: errorText('report.template_subject', { name }),
    });
    const own = await admin().add(makeTemplate({ entityId: other.entityId }), ['templateName', 'templateId']);
    expect((await send({ ...wanted, templateId: own })).body.msg).toBe(
      errorText('report.template_entity', { name: `模板 ${count}` }),
    );
    expect(await admin().get(own)).toMatchObject({ forCity: false });
    expect((await send({ ...wanted, subject: 'entity', entityId, templateId: forEntities })).body.code).toBe(
      200,
    );
  });

  it('of a department are used by all below it, and changed by nobody there', async () => {
    await addPerson(
      t,
      'below',
      [
        {
          permissions: ['list', 'query', 'edit'].map((action) => `analysis:reportTemplate:${action}`),
          dataScope: '4',
        },
        { permissions: ['analysis:report:add'], dataScope: '4' },
      ],
      110,
    );
    const template = makeTemplate();
    const templateId = await admin().add(template, ['templateName', 'templateId']);
    const below = await t.login('below', personPassword);
    const client = makeResourceClient(t, path, below);
    expect((await client.get(templateId))['templateName']).toBe(template.templateName);
    expect(await client.send('PUT', '', { ...template, templateId })).toMatchObject({
      msg: errorText('scope.denied'),
    });
    const options = (await client.send('GET', '/optionselect'))['data'] as JsonRow[];
    expect(options.map((row) => row['templateId'])).toContain(templateId);
    const { siteIds } = await addEntitySites(t, ['TPL-5'], { deptId: 110 });
    expect(await ask(t, below, wantSite(siteIds[0] ?? 0, { sections: undefined, templateId }))).toHaveLength(
      1,
    );
  });

  it('are not used while they are disabled', async () => {
    const templateId = await admin().add(makeTemplate(), ['templateName', 'templateId']);
    await admin().send('PUT', '/changeStatus', { templateId, status: '1' });
    const { siteIds } = await addEntitySites(t, ['TPL-6']);
    const json = wantSite(siteIds[0] ?? 0, { sections: undefined, templateId });
    const { body } = await t.send('POST', '/analysis/report', { token, json });
    expect(body).toMatchObject({ field: 'templateId', msg: errorText('report.template_gone') });
  });
});
