import type { CommandOffer } from '@limpid/contract/device/offer';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { nextRequest, requests, shareCommandFixture } from './command.fixture.ts';

const commands = shareCommandFixture();
let last = 0;

/** A person who may see equipment, with these rights to order; `elsewhere` holds in a department without sites only. */
async function openPerson(rights: string[], elsewhere: string[] = []) {
  const { test } = commands.fixture;
  const name = `person${++last}`;
  const permissionsOf = (given: string[]) => given.map((right) => `device:equipment:${right}`);
  await addPerson(test, name, [
    {
      permissions: [
        'device:equipment:query',
        'device:log:list',
        'device:log:query',
        ...permissionsOf(rights),
      ],
    },
    { permissions: permissionsOf(elsewhere), dataScope: '2', deptIds: [] },
  ]);
  return makeResourceClient(test, '/device/equipment', await test.login(name, personPassword));
}

async function listOffered(person: Awaited<ReturnType<typeof openPerson>>, siteId: number) {
  const { data } = await person.send('GET', `/commands?siteIds=${siteId}`);
  return (data as CommandOffer).commands.map(({ commandId }) => commandId);
}

async function addVendorCommand(commandType: string): Promise<number> {
  const { rows } = await commands.fixture.test.app.pool.query<{ id: number }>(
    `insert into basic_command (command_code, command_name, command_type) values ('3106', $1, $2)
     returning command_id as id`,
    [`vendor ${++last}`, commandType],
  );
  return rows[0]?.id ?? 0;
}

describe('a command with the code of a vendor', () => {
  it.each([
    ['0', 'read'],
    ['1', 'write'],
    ['2', 'operate'],
  ])('and the type %s is offered to and sent for people who may write and operate', async (type, action) => {
    const commandId = await addVendorCommand(type);
    const { siteId, ...station } = await commands.openStation();
    const all = ['read', 'write', 'operate'];
    for (const missing of ['write', 'operate']) {
      const rights = all.filter((right) => right !== missing);
      for (const person of [await openPerson(rights), await openPerson(rights, [missing])]) {
        expect(await listOffered(person, siteId)).not.toContain(commandId);
        const body = await person.send('POST', `/${action}`, { commandId, siteIds: [siteId] });
        expect(body.code).not.toBe(200);
      }
    }
    expect(requests(station, '3106')).toEqual([]);
    const person = await openPerson(all);
    expect(await listOffered(person, siteId)).toContain(commandId);
    expect((await person.send('POST', `/${action}`, { commandId, siteIds: [siteId] })).code).toBe(200);
    await nextRequest(station, '3106');
  });

  it('is cancelled by people who may order it, and shown to them as cancellable', async () => {
    const commandId = await addVendorCommand('0');
    const { siteId } = await commands.openStation();
    const person = await openPerson(['read', 'write', 'operate']);
    const { data } = await person.send('POST', '/read', { commandId, siteIds: [siteId] });
    const { batchId, devices } = data as { batchId: string; devices: { logId: number }[] };
    const [{ logId } = { logId: 0 }] = devices;
    const cancel = async (one: typeof person) => (await one.send('POST', `/../log/cancel/${logId}`)).code;
    const isShown = async (one: typeof person) => {
      const listed = (await one.send('GET', `/../log/list?siteId=${siteId}`))['rows'] as object[];
      const { data: row } = await one.send('GET', `/../log/${logId}`);
      const { data: batch } = await one.send('GET', `/batch/${batchId}`);
      return [listed[0], row, (batch as object[])[0]].map((found) =>
        Reflect.get(found as object, 'cancellable'),
      );
    };
    const limited = [await openPerson(['read', 'write']), await openPerson(['read', 'write'], ['operate'])];
    for (const one of limited) expect(await isShown(one)).toEqual([false, false, false]);
    expect(await Promise.all(limited.map(cancel))).toEqual([403, 500]);
    expect(await isShown(person)).toEqual([true, true, true]);
    expect(await cancel(person)).toBe(200);
    expect(await isShown(person)).toEqual([false, false, false]);
  });

  it('is refused with the right that is missing', async () => {
    const commandId = await addVendorCommand('0');
    const { siteId } = await commands.openStation();
    const reader = await openPerson(['read']);
    expect(await reader.send('POST', '/read', { commandId, siteIds: [siteId] })).toMatchObject({
      code: 403,
      msg: errorText('device_order.vendor_right'),
    });
  });
});
