import { type OrderAction, rightToOrder } from '@limpid/contract/device/command-action';
import { openCommandStates } from '@limpid/contract/device/device-log';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { listNeededRights } from '../commands/command-type.rule.ts';
import { type LoggedCommand, listLoggedCommands, listReachedCommands } from './order.store.ts';

/** The data that the caller reaches with a right to order; undefined without the right. */
export function findOrderScope(caller: Caller, action: OrderAction): Scope | undefined {
  const permission = rightToOrder(action);
  return hasPermission(caller, permission) ? computeScope(caller, permission) : undefined;
}

/** Why the caller may not cancel a command: the right to order it is missing, or does not reach its site. */
type CancelProblem = 'right' | 'site';

/** Whoever may order a command may cancel it; undefined means that. */
export async function findCancelProblem(
  db: Database,
  caller: Caller,
  command: LoggedCommand,
): Promise<CancelProblem | undefined> {
  return (await judgeCommands(db, caller, [command])).get(command.logId);
}

/** Rows of commands with the fact whether the caller may cancel them. */
export async function markCancellable<Row extends { logId: number; state: string | null }>(
  db: Database,
  caller: Caller,
  rows: readonly Row[],
): Promise<(Row & { cancellable: boolean })[]> {
  const open = rows.filter(({ state }) => openCommandStates.includes(state ?? ''));
  const commands =
    open.length === 0
      ? []
      : await listLoggedCommands(
          db,
          open.map(({ logId }) => logId),
        );
  const problems = await judgeCommands(db, caller, commands);
  const cancellable = new Set(commands.map(({ logId }) => logId).filter((logId) => !problems.has(logId)));
  return rows.map((row) => ({ ...row, cancellable: cancellable.has(row.logId) }));
}

async function judgeCommands(
  db: Database,
  caller: Caller,
  commands: readonly LoggedCommand[],
): Promise<Map<number, CancelProblem>> {
  const problems = new Map<number, CancelProblem>();
  const byRight = new Map<OrderAction, number[]>();
  for (const command of commands) {
    const rights = listNeededRights(command);
    // A type that cannot be ordered.
    if (rights.length === 0) problems.set(command.logId, 'site');
    for (const right of rights) byRight.set(right, [...(byRight.get(right) ?? []), command.logId]);
  }
  for (const [right, logIds] of byRight) {
    const scope = findOrderScope(caller, right);
    const reached = new Set(scope && (await listReachedCommands(db, logIds, scope)));
    for (const logId of logIds)
      if (!reached.has(logId) && problems.get(logId) !== 'right')
        problems.set(logId, scope ? 'site' : 'right');
  }
  return problems;
}
