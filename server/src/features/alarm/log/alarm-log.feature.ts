import {
  acknowledgeAlarms,
  alarmStatistics,
  clearAlarms,
  commentAlarms,
  countActiveAlarms,
  listAlarmEvents,
  listSitesInAlarm,
  maxMuteDays,
  muteAlarms,
  unmuteAlarms,
} from '@limpid/contract/alarm/alarm-action';
import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { listAlarmSpans, maxAlarmSpans } from '@limpid/contract/alarm/alarm-spans';
import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { publishWithin } from '../../../platform/bus.ts';
import type { Database } from '../../../platform/db/database.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import {
  type AlarmAction,
  acknowledge,
  checkAlarms,
  clear,
  insertComments,
  mute,
  unmute,
} from './alarm-action.store.ts';
import { alarmChanged } from './alarm-changed.ts';
import {
  countActive,
  listEvents,
  listSitesWithAlarms,
  listSpans,
  summariseAlarms,
} from './alarm-read.store.ts';

/** Alarms, what people do about them, and numbers about them; only the evaluation adds them. */
export function addAlarmLog(app: App): void {
  crud(app, alarmLog, {
    table: 'alarmLog',
    view: 'alarmLogRow',
    isLarge: true,
    scope: { dept: 'deptId' },
    tally: { table: 'alarmTally', columns: ['deptId', 'state', 'severity', 'alarmType'], dept: 'deptId' },
    namedRows: { siteName: { table: 'site', id: 'siteId' } },
  });
  routeActions(app);
  routeReads(app);
  announceChanges(app, alarmChanged, 'alarmLog');
}

function routeActions(app: App): void {
  const act = makeAct(app);
  route(app, acknowledgeAlarms, (context) => act(context, acknowledge));
  route(app, commentAlarms, (context) => act(context, insertComments));
  route(app, unmuteAlarms, (context) => act(context, unmute));
  route(app, clearAlarms, (context) => act(context, clear));
  route(app, muteAlarms, (context) => {
    const until = new Date(context.body.until);
    const days = (until.getTime() - app.clock.now().getTime()) / DAY_MS;
    if (days <= 0) fail('alarm.mute_past', {}, 'until');
    if (days > maxMuteDays) fail('alarm.mute_long', { days: maxMuteDays }, 'until');
    return act(context, (db, action) => mute(db, { ...action, until }));
  });
}

interface ActionContext {
  body: { alarmIds: number[]; comment?: string };
  caller: Caller;
  scope: Scope;
}

/** An action changes all of its alarms, or none if one of them is outside the data scope. */
function makeAct({ db, clock }: App) {
  return async (
    { body: { alarmIds, comment }, caller, scope }: ActionContext,
    change: (db: Database, action: AlarmAction) => Promise<number[]>,
  ) => {
    const action = { alarmIds: [...new Set(alarmIds)], userName: caller.userName, at: clock.now(), comment };
    const changed = await db.transaction().execute(async (transaction) => {
      await checkAlarms(transaction, scope, action.alarmIds);
      const ids = await change(transaction, action);
      if (ids.length > 0) await publishWithin(transaction, alarmChanged);
      return ids.length;
    });
    return { changed, unchanged: action.alarmIds.length - changed };
  };
}

function routeReads(app: App): void {
  const { db } = app;
  route(app, countActiveAlarms, ({ scope }) => countActive(db, scope));
  route(app, listSitesInAlarm, ({ scope }) => listSitesWithAlarms(db, scope));
  route(app, listAlarmEvents, async ({ query: { alarmId }, scope }) => {
    await checkAlarms(db, scope, [alarmId]);
    return listEvents(db, alarmId);
  });
  route(app, listAlarmSpans, async ({ query, scope }) => {
    if (query.from >= query.to) fail('alarm.period', {}, 'from');
    const alarms = await listSpans(db, scope, query, maxAlarmSpans + 1);
    return { alarms: alarms.slice(0, maxAlarmSpans), isComplete: alarms.length <= maxAlarmSpans };
  });
  route(app, alarmStatistics, ({ query: { from, to, siteId }, scope }) => {
    if (from >= to) fail('alarm.period', {}, 'from');
    return summariseAlarms(db, scope, { from: new Date(from), to: new Date(to), siteId });
  });
}
