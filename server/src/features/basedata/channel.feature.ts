import { channel } from '@limpid/contract/basedata/channel';
import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import { crud } from '../../crud/crud.ts';
import type { Definition, FieldValues, Writer } from '../../crud/definition.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import { ensureSlot, recheckRange } from '../reading/reading.api.ts';
import { checkLevels, checkPairs, checkValueRange, readAliases, refuseTakenCodes } from './channel.rule.ts';
import { allocateSlot, findUses, hasReadings, listChannelCodes, lockChannels } from './channel.store.ts';

/** Channels belong to no department and have no data scope. */
export function addChannels(app: App): void {
  const definition: Definition = {
    resource: channel,
    table: 'basicChannel',
    view: 'basicChannelRow',
    offered: true,
    cache: { clear: () => app.bus.publish('site.changed') },
    beforeWrite: prepareChannel,
    beforeRemove: refuseUsedChannel,
  };
  crud(app, channel, definition);
  routeStatus(app, definition);
}

async function prepareChannel(
  values: FieldValues,
  { db }: Writer,
  before: FieldValues | undefined,
): Promise<void> {
  const row: FieldValues = { ...before, ...values };
  checkValueRange(row['minValue'], row['maxValue']);
  // The contract has validated the items.
  if (values['levels']) checkLevels(values['levels'] as { upTo?: number | null }[]);
  if (values['pairs']) checkPairs(values['pairs'] as { value: number }[]);
  const aliases = readAliases(row['aliases']);
  if (!before || ['channelCode', 'gbCode', 'aliases'].some((name) => name in values)) {
    await lockChannels(db);
    const others = (await listChannelCodes(db)).filter(({ channelId }) => channelId !== row['channelId']);
    const own = { channelId: 0, channelName: '', aliases };
    const codes = { channelCode: String(row['channelCode']), gbCode: String(row['gbCode']) };
    refuseTakenCodes({ ...own, ...codes }, others);
  }
  if (!before || 'aliases' in values) values['aliases'] = aliases;
  if (before) {
    const isChanged = (name: string) => name in values && values[name] !== before[name];
    const limitOf = (name: string) => (typeof before[name] === 'number' ? before[name] : null);
    const old = { min: limitOf('minValue'), max: limitOf('maxValue') };
    if (isChanged('minValue') || isChanged('maxValue')) await recheckRange(db, Number(before['slot']), old);
    return;
  }
  const slot = await allocateSlot(db);
  values['slot'] = slot;
  await ensureSlot(db, slot);
}

/** Refuses to remove a channel in use, or with readings; it can be disabled instead. */
async function refuseUsedChannel(row: FieldValues, { db, language }: Writer): Promise<void> {
  const name = localised(row, 'channelName', language);
  const uses = await findUses(db, Number(row['channelId']));
  if (uses?.deviceType) fail('channel.in_device_type', { name, other: uses.deviceType });
  if (uses?.sensorType) fail('channel.in_sensor_type', { name, other: uses.sensorType });
  if (uses?.hasCoefficients) fail('channel.has_coefficients', { name });
  if (await hasReadings(db, Number(row['slot']))) fail('channel.has_readings', { name });
}
