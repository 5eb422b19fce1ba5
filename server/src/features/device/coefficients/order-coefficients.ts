import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { type ChannelCoefficient, takesCoefficientCommands } from '@limpid/contract/site/coefficients';
import { deviceCommand } from '@limpid/hj212/commands';
import { exchangeKindOf } from '@limpid/hj212/exchange';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { interceptInfo, slopeInfo } from '../commands/coefficient-info.rule.ts';
import { fillForSites } from '../execution/fill-values.ts';
import {
  type CommandDefinition,
  findCommandByTemplate,
  insertOrders,
  listParams,
  type ParamRow,
} from '../execution/order.store.ts';
import { findCoefficientTarget, findSiteProtocol, upsertDeviceCoefficient } from './coefficient.store.ts';

const writeCode = String(deviceCommand.setParameters);
const readCode = String(deviceCommand.readParameter);
/** First both are written, then both are read back, whatever has come of the writes. */
const steps = [
  [writeCode, slopeInfo],
  [writeCode, interceptInfo],
  [readCode, slopeInfo],
  [readCode, interceptInfo],
] as const;
/** The fields of the form whose values the parameters carry. */
const formLabels: Partial<Record<string, string>> = {
  Slope: 'site.site.coefficientFields.k',
  Intercept: 'site.site.coefficientFields.b',
};
const writePermission = 'device:equipment:write';
const usualWaitHours = 168;
const program = { userId: 0, userName: 'system' };

interface CoefficientOrder {
  siteId: number;
  changes: readonly ChannelCoefficient[];
  /** Null for the program: who may let it write was checked before. */
  caller: Caller | null;
  /** How long a device that is offline is waited for. */
  waitHours?: number;
  /** In which errors name parameters and devices. */
  language: Language;
}

/** Whether the device of a site gets K and B by command. */
export async function takesCoefficients(db: Database, siteId: number): Promise<boolean> {
  return takesCoefficientCommands(await findSiteProtocol(db, siteId));
}

/**
 * Orders that K and B are written to the device of a site and read back, in the transaction that changes the site. A
 * device that is offline gets them when it returns. Returns the batch of each channel.
 */
export async function orderCoefficients(
  { secrets, clock }: Pick<App, 'secrets' | 'clock'>,
  db: Database,
  { siteId, changes, caller, language, waitHours = usualWaitHours }: CoefficientOrder,
): Promise<Map<number, string>> {
  const batches = new Map<number, string>();
  const scope: Scope = caller ? computeScope(caller, writePermission) : { all: true };
  const target = await findCoefficientTarget(db, siteId, scope);
  if (changes.length === 0 || !target) return batches;
  if (caller && (!hasPermission(caller, writePermission) || !target.isReached))
    fail('site.coefficient_write', {}, 'coefficients');
  const at = clock.now();
  const sendUntil = new Date(at.getTime() + waitHours * HOUR_MS);
  const commands = await readSteps(db);
  for (const change of changes) {
    const batchId = randomUUID();
    batches.set(change.channelId, batchId);
    await upsertDeviceCoefficient(db, siteId, change, { batchId, at });
    for (const { command, params } of commands) {
      const values = {
        PolId: String(change.channelId),
        Slope: String(change.k),
        Intercept: String(change.b),
      };
      checkLimits(command, params, values);
      const site = { siteId, siteName: target.siteName };
      const [cp = ''] = fillForSites(
        { command, params, values, language, field: 'coefficients' },
        [site],
        (_, channelId) => Number(channelId),
      );
      const { userId, userName } = caller ?? program;
      const order = { siteId, deviceSn: target.mn, state: 'queued' as const, sealedCp: secrets.seal(cp) };
      const kind = exchangeKindOf(Number(command.commandCode));
      await insertOrders(db, [order], { command, kind, at, sendUntil, batchId, userId, userName });
    }
  }
  return batches;
}

interface Step {
  command: CommandDefinition;
  params: ParamRow[];
}

function readSteps(db: Database): Promise<Step[]> {
  return Promise.all(
    steps.map(async ([commandCode, infoId]) => {
      const command = await findCommandByTemplate(db, commandCode, `(^|;)InfoId=${infoId}(;|$)`);
      if (!command) fail('site.coefficient_command', { code: `${commandCode} ${infoId}` }, 'coefficients');
      return { command, params: await listParams(db, commandCode) };
    }),
  );
}

/** The form allows more than a command can carry, so its field is named with the limit. */
function checkLimits(
  { configParams }: CommandDefinition,
  params: readonly ParamRow[],
  values: Readonly<Record<string, string>>,
): void {
  for (const { paramCode, minValue, maxValue } of params) {
    const label = formLabels[paramCode];
    if (!label || !configParams?.includes(`{${paramCode}}`)) continue;
    const value = Number(values[paramCode]);
    if (maxValue !== null && value > maxValue)
      fail('field.max_value', { label, limit: maxValue }, 'coefficients');
    if (minValue !== null && value < minValue)
      fail('field.min_value', { label, limit: minValue }, 'coefficients');
  }
}
