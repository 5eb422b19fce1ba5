import { randomUUID } from 'node:crypto';
import type { OrderAction } from '@limpid/contract/device/command-action';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { formatDigits } from '@limpid/contract/local-time';
import { exchangeKindOf } from '@limpid/hj212/exchange';
import { readFields } from '@limpid/hj212/fields';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { correctsOnDevice } from '../commands/coefficient-info.rule.ts';
import { listEnabledTemplates } from '../commands/command.store.ts';
import { hasCommands, isCommandFor, isForProtocol } from '../commands/command-range.rule.ts';
import { findOtherPurpose, isCriticalOrder, listNeededRights } from '../commands/command-type.rule.ts';
import { fillAtSending } from '../commands/template.rule.ts';
import { commandOrdered } from './command-ordered.ts';
import { fillForSites, nameDevices } from './fill-values.ts';
import { findUnencodable } from './frame-text.rule.ts';
import {
  type CommandDefinition,
  findCommand,
  insertOrders,
  listOrderedSites,
  listParams,
  type NewOrder,
  type OrderedSite,
} from './order.store.ts';
import { orderReadBack } from './read-back.ts';

export interface Order {
  commandId: number;
  siteIds: number[];
  values?: Record<string, string>;
  waitHours?: number;
  /** It is not sent later, whatever it waits for. */
  sendUntil?: Date;
  /** It is not repeated if the device does not answer. */
  isSentOnce?: boolean;
  confirmed?: number;
  /** The person knows that the platform applies K and B on top of those that are written. */
  correctsTwice?: boolean;
}

interface Requester {
  caller: Pick<Caller, 'userId' | 'userName'>;
  /** In which errors name parameters and devices. */
  language?: Language;
  /** The data that the caller reaches with a right; undefined without the right. */
  scopeOf(action: OrderAction): Scope | undefined;
}

/** A part of the program, which has checked who may use it. */
export const unlimitedScope: Requester['scopeOf'] = () => ({ all: true });

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>;

/** Types of commands that read something. */
const purposes: Partial<Record<string, 'read' | 'readLog'>> = {
  0: 'read',
  4: 'readLog',
  7: 'read',
};
/** Stands for the code of a channel, which depends on the device; any can be encoded. */
const trialCode = 'a34004';
/** A device that is connected gets its command within this time, or not at all. */
const connectedWaitMs = 5 * MINUTE_MS;

/**
 * Checks an order completely, then stores it for every device, and only then lets it be sent. One device that cannot get
 * the command stops the whole order, except one that is offline.
 */
export async function orderCommand(
  app: Deps,
  findDevice: (siteId: number) => SiteDevice | undefined,
  types: readonly string[],
  { commandId, siteIds, values = {}, waitHours, sendUntil, ...choices }: Order,
  { caller, language = 'zh', scopeOf }: Requester,
) {
  const { isSentOnce = false, confirmed, correctsTwice } = choices;
  const command = await findCommand(app.db, commandId);
  if (!command || !types.includes(command.commandType) || findOtherPurpose(command))
    fail('device_order.command');
  const wanted = [...new Set(siteIds)];
  const scopes = listNeededRights(command).map(
    (action) => scopeOf(action) ?? fail('device_order.vendor_right'),
  );
  const sites = await listOrderedSites(app.db, wanted, ...scopes);
  if (sites.length < wanted.length) fail('device_order.site_gone');
  for (const site of sites) checkSite(command, site);
  const params = await listParams(app.db, command.commandCode);
  const templates = await listEnabledTemplates(app.db, command.commandCode);
  const findChannel = (siteId: number, code: string) =>
    findDevice(siteId)?.channels.get(code.toLowerCase())?.channelId;
  const filled = fillForSites({ command, params, values, language }, sites, findChannel, (site) =>
    templates.flatMap((one) => (isCommandFor(one, site) ? one.configParams : [])),
  );
  if (isCriticalOrder(command, filled) && confirmed !== sites.length)
    fail('device_order.confirm', { count: sites.length }, 'confirmed');
  const twice = sites.filter(
    ({ isCorrected }, index) => isCorrected && correctsOnDevice(command.commandCode, filled[index] ?? ''),
  );
  if (twice.length > 0 && !correctsTwice)
    fail('device_order.corrects_twice', { devices: nameDevices(twice, language) }, 'correctsTwice');
  const now = app.clock.now();
  const orders = sites.map((site, index): NewOrder => {
    const cp = filled[index] ?? '';
    const atSending = { now: formatDigits(now.getTime(), site.zone, 14), codeOf: () => trialCode };
    checkRequest(command, site, fillAtSending(cp, atSending));
    const state = site.isConnected || waitHours !== undefined ? 'queued' : 'offline';
    const sealedCp = state === 'queued' ? app.secrets.seal(cp) : null;
    return { siteId: site.siteId, deviceSn: site.mn, state, sealedCp };
  });
  const batchId = randomUUID();
  const facts = {
    at: now,
    sendUntil:
      sendUntil ??
      new Date(now.getTime() + (waitHours === undefined ? connectedWaitMs : waitHours * HOUR_MS)),
    userId: caller.userId,
    userName: caller.userName,
    connectedOnly: waitHours === undefined && sendUntil === undefined,
  };
  const kind = exchangeKindOf(Number(command.commandCode), purposes[command.commandType]);
  const devices = await insertOrders(app.db, orders, { ...facts, command, kind, isSentOnce, batchId });
  for (const [index, site] of sites.entries())
    if (orders[index]?.state === 'queued') {
      const written = { ...site, commandCode: command.commandCode, cp: filled[index] ?? '' };
      await orderReadBack(app, written, facts, findChannel);
    }
  await app.bus.publish(commandOrdered, { siteIds: wanted });
  return { batchId, devices };
}

function checkSite(command: CommandDefinition, site: OrderedSite): void {
  if (!hasCommands(site.protocol)) fail('device_order.protocol', { name: site.siteName });
  const { sinceVersion, untilVersion } = command;
  if (!isForProtocol(command, site.protocol))
    fail('device_order.version', {
      name: site.siteName,
      version: site.protocol.replace('hj212-', ''),
      versions: sinceVersion === untilVersion ? sinceVersion : `${sinceVersion}–${untilVersion}`,
    });
  if (!isCommandFor(command, site)) fail('device_order.device_type', { name: site.siteName });
}

/** Refuses a period that ends before it begins, and what could not be encoded at its turn. */
function checkRequest(
  { commandCode: cn }: CommandDefinition,
  { siteName, mn }: OrderedSite,
  cp: string,
): void {
  const timeOf = (name: string) => readFields(cp).find((field) => field.name === name)?.value ?? '';
  if (timeOf('EndTime') !== '' && timeOf('EndTime') < timeOf('BeginTime')) fail('device_order.period');
  const field = findUnencodable({ mn, cn, cp });
  if (field !== undefined) fail('device_order.unencodable', { code: field, name: siteName });
}
