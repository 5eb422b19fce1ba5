import {
  findAction,
  type OrderAction,
  orderActions,
  rightToOrder,
} from '@limpid/contract/device/command-action';
import {
  type CommandOffer,
  getBatch,
  type OfferedCommand,
  offerCommands,
} from '@limpid/contract/device/offer';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { route } from '../../../platform/http/route.ts';
import { translateStored } from '../../../platform/texts.ts';
import type { SiteDevice, SiteDirectory } from '../../reading/model.api.ts';
import { correctsOnDevice, writesCoefficient } from '../commands/coefficient-info.rule.ts';
import { isCommandFor } from '../commands/command-range.rule.ts';
import { findOtherPurpose, isCriticalCommand, listNeededRights } from '../commands/command-type.rule.ts';
import { listParamChoices, listPlaceholders } from '../commands/template.rule.ts';
import { markCancellable } from '../execution/cancellable.ts';
import { listOrderedSites, type OrderedSite } from '../execution/order.store.ts';
import { readAnswerFields, readAnswers } from '../parameters/answer-values.rule.ts';
import {
  type EnabledCommand,
  listBatch,
  listEnabledCommands,
  listNamedParams,
  type NamedParamRow,
} from './offer.store.ts';

const mostValues = 40;

/** What can be ordered for chosen devices, and how an order goes on. */
export function addCommandOffers(app: App, { ingest }: { ingest: { directory: SiteDirectory } }): void {
  const { directory } = ingest;
  route(app, offerCommands, async ({ query, scope, caller }): Promise<CommandOffer> => {
    const wanted = [...new Set(query.siteIds)];
    const sites = await listOrderedSites(app.db, wanted, scope);
    if (sites.length < wanted.length) fail('device_order.site_gone');
    const permitted = await listPermittedActions(app.db, caller, wanted);
    const params = Map.groupBy(await listNamedParams(app.db), ({ commandCode }) => commandCode);
    const commands = await listEnabledCommands(app.db);
    return {
      devices: sites.map(({ siteId, siteName, mn, isConnected, isCorrected }) => ({
        siteId,
        siteName,
        mn,
        isConnected,
        isCorrected,
      })),
      commands: commands.flatMap((command) =>
        describeCommand(command, params.get(command.commandCode) ?? [], sites, permitted),
      ),
      channels: listCommonChannels(directory, sites),
    };
  });
  route(app, getBatch, async ({ params, caller, scope, language }) => {
    const rows = await markCancellable(app.db, caller, await listBatch(app.db, scope, params.batchId));
    const units = new Map(
      (await listNamedParams(app.db)).map(({ paramCode, unit }) => [paramCode.toLowerCase(), unit]),
    );
    return rows.map(({ commandCode, request, response, resultDesc, isCorrected, ...row }) => {
      const values = readAnswerFields(response, commandCode);
      const corrects = readAnswers(request, commandCode).some((cp) => correctsOnDevice(commandCode, cp));
      return {
        ...row,
        isCorrectedTwice: isCorrected && corrects,
        resultDesc: translateStored(language, resultDesc),
        values: values
          .slice(0, mostValues)
          .map((field) => ({ ...field, unit: units.get(field.name.toLowerCase()) ?? null })),
        moreValues: Math.max(0, values.length - mostValues),
      };
    });
  });
}

/** The actions that the caller may order for all of these sites: a right may reach fewer departments than seeing does. */
async function listPermittedActions(
  db: Database,
  caller: Caller,
  siteIds: readonly number[],
): Promise<Set<OrderAction>> {
  const permitted = new Set<OrderAction>();
  for (const action of orderActions) {
    const permission = rightToOrder(action);
    if (!hasPermission(caller, permission)) continue;
    const sites = await listOrderedSites(db, siteIds, computeScope(caller, permission));
    if (sites.length === siteIds.length) permitted.add(action);
  }
  return permitted;
}

/** The command with its parameters; none if a device does not understand it or the caller may not order it. */
function describeCommand(
  command: EnabledCommand,
  params: readonly NamedParamRow[],
  sites: readonly OrderedSite[],
  permitted: ReadonlySet<OrderAction>,
): OfferedCommand[] {
  const action = findAction(command.commandType);
  if (!action || findOtherPurpose(command)) return [];
  if (!listNeededRights(command).every((right) => permitted.has(right))) return [];
  if (!sites.every((site) => isCommandFor(command, site))) return [];
  const { commandId, commandCode, commandName, commandNameEn, commandNameFr, commandType } = command;
  const dangerous = isCriticalCommand(command);
  const offered = listPlaceholders(command.configParams ?? '').flatMap((code) =>
    params
      .filter(({ paramCode }) => paramCode === code)
      .map(({ commandCode: _, choices, ...param }) => ({ ...param, choices: listParamChoices(choices) })),
  );
  const names = { commandName, commandNameEn, commandNameFr };
  const writes = writesCoefficient(commandCode, command.configParams);
  return [
    {
      commandId,
      commandCode,
      ...names,
      commandType,
      action,
      dangerous,
      writesCoefficient: writes,
      params: offered,
    },
  ];
}

/** The channels that all devices measure, by the code of the standard. */
function listCommonChannels(
  directory: SiteDirectory,
  sites: readonly OrderedSite[],
): CommandOffer['channels'] {
  const measured = sites.map(({ siteId }) => listChannelIds(directory.findBySite(siteId)));
  return directory
    .channels()
    .filter(({ channelId }) => measured.every((ids) => ids.has(channelId)))
    .map(({ gbCode: code, channelName, channelNameEn, channelNameFr }) => ({
      code,
      channelName,
      channelNameEn,
      channelNameFr,
    }));
}

function listChannelIds(device: SiteDevice | undefined): Set<number> {
  return new Set([...(device?.channels.values() ?? [])].map(({ channelId }) => channelId));
}
