import { channel } from '@limpid/contract/basedata/channel';
import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import { crud } from '../../crud/crud.ts';
import type { Definition, StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import { siteChanged } from '../reading/model.api.ts';
import { ensureSlot, recheckRange } from '../reading/reading.api.ts';
import { checkLevels, checkPairs, checkValueRange, readAliases, refuseTakenCodes } from './channel.rule.ts';
import { allocateSlot, findUses, hasReadings, listChannelCodes, lockChannels } from './channel.store.ts';

/** Aliases are stored as a list; the view joins them to the text of the field. */
type ChannelColumns = {
  aliases: string | string[] | null;
};
type ChannelValues = WriteValues<typeof channel, ChannelColumns>;
type StoredChannel = StoredRow<typeof channel, ChannelColumns>;

/** Channels belong to no department and have no data scope. */
export function addChannels(app: App): void {
  const definition: Definition<typeof channel, ChannelColumns> = {
    resource: channel,
    table: 'basicChannel',
    view: 'basicChannelRow',
    offered: true,
    cache: { clear: () => app.bus.publish(siteChanged) },
    beforeWrite: prepareChannel,
    beforeRemove: refuseUsedChannel,
  };
  crud(app, channel, definition);
  routeStatus(app, definition);
}

async function prepareChannel(
  values: ChannelValues,
  { db }: Writer,
  before: StoredChannel | undefined,
): Promise<void> {
  const row = { ...before, ...values };
  checkValueRange(row.minValue, row.maxValue);
  if (values.levels) checkLevels(values.levels);
  if (values.pairs) checkPairs(values.pairs);
  const aliases = readAliases(row.aliases);
  if (!before || ['channelCode', 'gbCode', 'aliases'].some((name) => name in values)) {
    await lockChannels(db);
    const others = (await listChannelCodes(db)).filter(({ channelId }) => channelId !== row.channelId);
    const candidate = { channelId: 0, channelName: '', aliases };
    const codes = { channelCode: String(row.channelCode), gbCode: String(row.gbCode) };
    refuseTakenCodes({ ...candidate, ...codes }, others);
  }
  if (!before || 'aliases' in values) values.aliases = aliases;
  if (before) {
    const isChanged = (name: 'minValue' | 'maxValue') => name in values && values[name] !== before[name];
    const old = { min: before.minValue, max: before.maxValue };
    if (isChanged('minValue') || isChanged('maxValue')) await recheckRange(db, Number(before.slot), old);
    return;
  }
  const slot = await allocateSlot(db);
  values.slot = slot;
  await ensureSlot(db, slot);
}

/** Refuses to remove a channel in use, or with readings; it can be disabled instead. */
async function refuseUsedChannel(row: StoredChannel, { db, language }: Writer): Promise<void> {
  const name = localised(row, 'channelName', language);
  const uses = await findUses(db, row.channelId);
  if (uses?.deviceType) fail('channel.in_device_type', { name, other: uses.deviceType });
  if (uses?.sensorType) fail('channel.in_sensor_type', { name, other: uses.sensorType });
  if (uses?.hasCoefficients) fail('channel.has_coefficients', { name });
  if (await hasReadings(db, Number(row.slot))) fail('channel.has_readings', { name });
}
