import type { CompletenessSummary } from '@limpid/contract/analysis/completeness';
import { fail } from '@limpid/contract/errors';
import { formatLocalDate } from '@limpid/contract/local-time';
import {
  keptPacket,
  listMonthLocks,
  lockMonth,
  monthLockLog,
  unlockMonth,
} from '@limpid/contract/quality/lock';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { route } from '../../../platform/http/route.ts';
import { type KeptSink, letPacketsIn, monthUnlocked } from './let-in.ts';
import { datesOf, monthsBefore } from './lock.rule.ts';
import { countLocks, findEntity, findLock } from './lock.store.ts';
import { listLockableMonths } from './month-list.store.ts';
import { releaseMonthLock } from './release-lock.ts';
import { type Finishing, takeMonthLock } from './take-lock.ts';

interface Services {
  ingest: KeptSink;
  rollUp: Pick<Finishing, 'runPortion'>;
  /** Of all sites of an entity in ended days. */
  summariseCompleteness: (
    db: Database,
    entityId: number,
    dates: readonly [first: string, last: string],
    now: Date,
  ) => Promise<CompletenessSummary>;
}

const defaultPageSize = 20;
const defaultMonths = 12;

/** Months of entities that do not change any more. */
export function addMonthLocks(app: App, { ingest, rollUp, summariseCompleteness }: Services): void {
  app.entityUses.push({ count: countLocks, problem: 'lock.entity' });
  const scope = { dept: 'deptId' };
  crud(app, keptPacket, { table: 'keptPacket', view: 'keptPacketRow', scope });
  crud(app, monthLockLog, { table: 'monthLockLog', view: 'monthLockLogRow', scope });

  app.scopedPaths.add(lockMonth.path);
  route(app, listMonthLocks, async ({ scope: reach, query }) => {
    const { entityId, search, state, from, to, pageNum = 1, pageSize = defaultPageSize } = query;
    const now = app.clock.now();
    const last = to ?? formatLocalDate(now.getTime(), app.config.zone).slice(0, 7);
    const { rows, total } = await listLockableMonths(app.db, {
      scope: reach,
      entityId,
      search: search?.trim() || undefined,
      months: [from ?? monthsBefore(last, defaultMonths), last],
      state,
      now,
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    });
    const counted = [];
    for (const row of rows) {
      const { transmissionRate, validRate } = await summariseCompleteness(
        app.db,
        row.entityId,
        datesOf(row.month),
        now,
      );
      counted.push({ ...row, transmissionRate, validRate });
    }
    return { rows: counted, total };
  });

  const finish: Finishing = { runPortion: rollUp.runPortion, letIn: () => letPacketsIn(app, ingest) };
  route(app, lockMonth, async ({ scope: reach, caller, body: { entityId, month, reason } }) => {
    const entity = await findEntity(app.db, reach, entityId);
    const order = { entity, month, lockedBy: caller.userName, reason: reason?.trim() || null };
    return { lockId: await takeMonthLock(app, order, finish) };
  });

  route(app, unlockMonth, async ({ scope: reach, caller, body: { lockId, reason } }) => {
    const lock = (await findLock(app.db, reach, lockId)) ?? fail('row.gone');
    const keptPackets = await releaseMonthLock(app, lock, { userName: caller.userName, reason });
    if (keptPackets === undefined) return fail('row.gone');
    await app.bus.publish(monthUnlocked);
    return { keptPackets };
  });
}
