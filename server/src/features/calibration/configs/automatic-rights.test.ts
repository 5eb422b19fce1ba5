import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite } from '../../../testing/stations.ts';
import { findTestChannel } from '../../alarm/evaluation/alarm.fixture.ts';

let t: TestApp;
let siteIds: number[];
const edits = ['site:calibration:query', 'site:calibration:add', 'site:calibration:edit'];
const issues = ['site:calibration:accept', 'site:calibration:issue'];
const deviceWrites = 'device:equipment:write';

beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 901, 100, [0, 100]);
  siteIds = [await addSite(t, { mn: 'AUTO-1' }), await addSite(t, { mn: 'AUTO-2', deptId: 901 })];
  await addPerson(t, 'editor', [{ permissions: edits }]);
  await addPerson(t, 'acceptor', [{ permissions: [...edits, ...issues] }]);
  await addPerson(t, 'writer', [{ permissions: [...edits, ...issues, deviceWrites] }]);
  await addPerson(t, 'local', [
    { permissions: edits },
    { permissions: [...issues, deviceWrites], dataScope: '2', deptIds: [100] },
  ]);
});
afterAll(() => t.close());

let count = 0;
const makeConfig = (changes: object = {}) => ({
  configName: `automatic ${++count}`,
  siteIds: siteIds.slice(0, 1),
  channelIds: [findTestChannel(t, 'PM2.5').channelId],
  source: 'national',
  method: 'auto',
  schedule: 'manual',
  acceptance: 'automatic',
  target: 'platform',
  ...changes,
});
const open = async (person: string) => {
  const token = await t.login(person, personPassword);
  return makeResourceClient(t, '/site/calibration', token);
};
async function addAutomatic(changes: object = {}) {
  const admin = makeResourceClient(t, '/site/calibration', await t.login());
  const config = makeConfig(changes);
  return { ...config, configId: await admin.add(config, ['configName', 'configId']) };
}
const refusal = (field: string, key: 'automatic_rights' | 'automatic_device_rights') => ({
  code: 500,
  field,
  msg: errorText(`calibration.${key}`, { label: errorLabel(field) }),
});
const errorLabel = (field: string) => `calibration.config.fields.${field}`;

describe('a config that issues by itself', () => {
  it('is not made by who may not accept and issue', async () => {
    const editor = await open('editor');
    expect(await editor.send('POST', '', makeConfig())).toMatchObject(
      refusal('acceptance', 'automatic_rights'),
    );
    expect(await editor.send('POST', '', makeConfig({ acceptance: 'manual' }))).toMatchObject({ code: 200 });
    const acceptor = await open('acceptor');
    expect(await acceptor.send('POST', '', makeConfig())).toMatchObject({ code: 200 });
  });

  it('writes to devices only for who may', async () => {
    const [acceptor, writer] = [await open('acceptor'), await open('writer')];
    const config = makeConfig({ target: 'device' });
    expect(await acceptor.send('POST', '', config)).toMatchObject(
      refusal('acceptance', 'automatic_device_rights'),
    );
    expect(await writer.send('POST', '', config)).toMatchObject({ code: 200 });
    const onPlatform = await addAutomatic();
    expect(await acceptor.send('PUT', '', { ...onPlatform, target: 'device' })).toMatchObject(
      refusal('target', 'automatic_device_rights'),
    );
  });

  it.each([
    ['siteIds', () => ({ siteIds })],
    [
      'channelIds',
      () => ({ channelIds: ['PM2.5', 'PM10'].map((code) => findTestChannel(t, code).channelId) }),
    ],
    ['kMax', () => ({ kMax: 9 })],
    ['maxChange', () => ({ maxChange: 100 })],
    ['applyToPast', () => ({ applyToPast: true })],
    ['referenceCodes', () => ({ referenceCodes: '1001A' })],
    ['acceptance', () => ({ acceptance: 'automatic' })],
  ])('is not changed in %s by who may not', async (field, change) => {
    const config = await addAutomatic(field === 'acceptance' ? { acceptance: 'manual' } : {});
    const editor = await open('editor');
    expect(await editor.send('PUT', '', { ...config, ...change() })).toMatchObject(
      refusal(field, 'automatic_rights'),
    );
    expect(await (await open('acceptor')).send('PUT', '', { ...config, ...change() })).toMatchObject({
      code: 200,
    });
  });

  it('can be renamed, made manual and disabled, but not enabled, by who may only edit', async () => {
    const config = await addAutomatic();
    const { configId } = config;
    const editor = await open('editor');
    const put = (changes: object) => editor.send('PUT', '', { ...config, ...changes });
    const renamed = { configName: `renamed ${configId}`, remark: 'later', schedule: 'weekly' };
    expect(await put(renamed)).toMatchObject({ code: 200 });
    const change = (status: string) => editor.send('PUT', '/changeStatus', { configId, status });
    expect(await change('1')).toMatchObject({ code: 200 });
    expect(await change('0')).toMatchObject(refusal('status', 'automatic_rights'));
    expect(await put({ acceptance: 'manual', status: '1' })).toMatchObject({ code: 200 });
  });

  it('needs these rights at all its sites', async () => {
    const local = await open('local');
    expect(await local.send('POST', '', makeConfig({ siteIds }))).toMatchObject({
      field: 'siteIds',
      msg: errorText('scope.denied'),
    });
    expect(await local.send('POST', '', makeConfig())).toMatchObject({ code: 200 });
  });
});
