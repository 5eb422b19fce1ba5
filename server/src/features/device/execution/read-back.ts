import { randomUUID } from 'node:crypto';
import { deviceCommand } from '@limpid/hj212/commands';
import { exchangeKindOf } from '@limpid/hj212/exchange';
import { readFields } from '@limpid/hj212/fields';
import type { App } from '../../../platform/app.ts';
import { interceptInfo, slopeInfo, writesCoefficient } from '../commands/coefficient-info.rule.ts';
import { hasCoefficientOrder } from './corrected.store.ts';
import { fillForSites } from './fill-values.ts';
import { findCommandByTemplate, insertOrders, listParams, type NewOrderFacts } from './order.store.ts';

const readCode = String(deviceCommand.readParameter);

/** A command as it waits for its device. */
interface WrittenCommand {
  siteId: number;
  siteName: string;
  mn: string;
  commandCode: string;
  cp: string;
}

/**
 * Whoever writes K or B by hand changes what the device has of those that the platform has ordered: both are read back
 * after the write, so that it is judged again who applies them.
 */
export async function orderReadBack(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  { siteId, siteName, mn, commandCode, cp }: WrittenCommand,
  facts: Omit<NewOrderFacts, 'command' | 'kind' | 'batchId'>,
  findChannel: (siteId: number, code: string) => number | undefined,
): Promise<void> {
  if (!writesCoefficient(commandCode, cp)) return;
  const polId = readFields(cp).find(({ name }) => name.toLowerCase() === 'polid')?.value ?? '';
  // A channel is written with the code that its device has for it when the command is sent.
  const chosen = /^\{channel:(\d+)\}$/.exec(polId)?.[1];
  const channelId = chosen === undefined ? findChannel(siteId, polId) : Number(chosen);
  if (channelId === undefined || !(await hasCoefficientOrder(db, siteId, channelId))) return;
  const params = await listParams(db, readCode);
  const batchId = randomUUID();
  for (const info of [slopeInfo, interceptInfo]) {
    const command = await findCommandByTemplate(db, readCode, `(^|;)InfoId=${info}(;|$)`);
    if (!command) continue;
    const values = { PolId: String(channelId) };
    const [read = ''] = fillForSites(
      { command, params, values, language: 'zh' },
      [{ siteId, siteName }],
      () => channelId,
    );
    const order = { siteId, deviceSn: mn, state: 'queued' as const, sealedCp: secrets.seal(read) };
    await insertOrders(db, [order], {
      ...facts,
      command,
      kind: exchangeKindOf(Number(readCode)),
      batchId,
    });
  }
}
