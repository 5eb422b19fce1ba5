import {
  actionTypes,
  type OrderAction,
  orderActions,
  rightToOrder,
} from '@limpid/contract/device/command-action';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isCommandFor } from '../commands/command-range.rule.ts';
import { findOtherPurpose, isCriticalCommand, listNeededRights } from '../commands/command-type.rule.ts';
import {
  type CommandDefinition,
  findCommand,
  listOrderedSites,
  type OrderedSite,
} from '../execution/order.store.ts';
import { type EnabledCommand, listEnabledCommands } from './offer.store.ts';

/**
 * Why a person may not let the program order a command: it is none that switches something, it needs a confirmation for
 * every order, the person may not order it, not for this site, or the site's device does not have it.
 */
type ProgramCommandProblem = 'command' | 'critical' | 'right' | 'site' | 'device';

const switchingTypes = [...actionTypes.write, ...actionTypes.operate];

/** Checks a command that the program will order for a site in the name of the person who saves it. */
export async function findProgramCommandProblem(
  db: Database,
  caller: Caller,
  { commandId, siteId }: { commandId: number; siteId: number },
): Promise<ProgramCommandProblem | undefined> {
  const command = await findCommand(db, commandId);
  if (!command) return 'command';
  return judgeCommand(command, caller) ?? judgeSite(command, await listReachedBy(db, caller, siteId));
}

/** The commands that a person may let the program order, for a site if it is given. */
export async function listProgramCommands(
  db: Database,
  caller: Caller,
  siteId: number | undefined,
): Promise<EnabledCommand[]> {
  const sites = siteId === undefined ? undefined : await listReachedBy(db, caller, siteId);
  return (await listEnabledCommands(db)).filter(
    (command) => !judgeCommand(command, caller) && !(sites && judgeSite(command, sites)),
  );
}

function judgeCommand(command: CommandDefinition, caller: Caller): ProgramCommandProblem | undefined {
  if (!switchingTypes.includes(command.commandType) || findOtherPurpose(command)) return 'command';
  if (isCriticalCommand(command)) return 'critical';
  const mayOrder = listNeededRights(command).every((action) => hasPermission(caller, rightToOrder(action)));
  return mayOrder ? undefined : 'right';
}

/** The site by the rights that reach it: a right may reach fewer departments than the page on which it was chosen. */
type ReachedBy = ReadonlyMap<OrderAction, OrderedSite>;

async function listReachedBy(db: Database, caller: Caller, siteId: number): Promise<ReachedBy> {
  const reached = new Map<OrderAction, OrderedSite>();
  for (const action of orderActions) {
    const [site] = await listOrderedSites(db, [siteId], computeScope(caller, rightToOrder(action)));
    if (site) reached.set(action, site);
  }
  return reached;
}

function judgeSite(command: CommandDefinition, reached: ReachedBy): ProgramCommandProblem | undefined {
  const sites = listNeededRights(command).map((action) => reached.get(action));
  const [site] = sites;
  if (!site || sites.includes(undefined)) return 'site';
  return isCommandFor(command, site) ? undefined : 'device';
}
