import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { deviceCommand } from '@limpid/hj212/commands';
import { exchangeKindOf } from '@limpid/hj212/exchange';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import type { Database } from '../../../platform/db/database.ts';
import { fillCommand, listParamChoices } from '../commands/template.rule.ts';
import { insertOrders, listParams } from '../execution/order.store.ts';
import {
  type DeviceCoefficient,
  findCoefficientTarget,
  findInfoCommand,
  interceptInfo,
  listGbCodes,
  slopeInfo,
  upsertDeviceCoefficients,
} from './coefficient.store.ts';

const writeCode = String(deviceCommand.setParameters);
const readCode = String(deviceCommand.readParameter);
/** First both are written, then both are read back. */
const steps = [
  [writeCode, slopeInfo],
  [writeCode, interceptInfo],
  [readCode, slopeInfo],
  [readCode, interceptInfo],
] as const;
const waitHours = 168;
/** The first version of the protocol has no command for them. */
const ableProtocols = ['hj212-2017', 'hj212-2025'];

interface CoefficientOrder {
  siteId: number;
  changes: readonly DeviceCoefficient[];
  caller: Caller;
}

/**
 * Orders that K and B are written to the device of a site and read back, in the transaction that changes the site. A
 * device that is offline gets them when it returns; devices without such a command keep what was set at them.
 */
export async function orderCoefficients(
  { secrets, clock }: Pick<App, 'secrets' | 'clock'>,
  db: Database,
  { siteId, changes, caller }: CoefficientOrder,
): Promise<void> {
  if (changes.length === 0) return;
  const target = await findCoefficientTarget(db, siteId);
  if (!target || !ableProtocols.includes(target.protocol)) return;
  if (!hasPermission(caller, 'device:equipment:write')) fail('site.coefficient_write', {}, 'coefficients');
  const codes = await listGbCodes(
    db,
    changes.map(({ channelId }) => channelId),
  );
  const [at, batchId] = [clock.now(), randomUUID()];
  for (const [commandCode, infoId] of steps) {
    const command = await findInfoCommand(db, commandCode, infoId);
    if (!command) fail('site.coefficient_command', { code: `${commandCode} ${infoId}` }, 'coefficients');
    const params = (await listParams(db, commandCode)).map((param) => ({
      ...param,
      choices: listParamChoices(param.choices),
    }));
    const orders = changes.map(({ channelId, k, b }) => {
      const values = { PolId: codes.get(channelId) ?? '', Slope: String(k), Intercept: String(b) };
      const options = { hasChannel: () => true };
      const { cp, problems } = fillCommand(command.configParams ?? '', params, values, options);
      const [problem] = problems;
      if (problem)
        fail(
          `device_order.value_${problem.problem}`,
          { code: problem.paramCode, name: target.siteName },
          'coefficients',
        );
      return { siteId, deviceSn: target.mn, state: 'queued' as const, sealedCp: secrets.seal(cp) };
    });
    await insertOrders(db, orders, {
      command,
      kind: exchangeKindOf(Number(commandCode)),
      at,
      sendUntil: new Date(at.getTime() + waitHours * HOUR_MS),
      batchId,
      userId: caller.userId,
      userName: caller.userName,
    });
  }
  await upsertDeviceCoefficients(db, siteId, changes, { batchId, at });
}
