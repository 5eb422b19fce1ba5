import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { publishWithin } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { acknowledge, alarmChanged, clear, mute } from '../alarm/alarm.api.ts';
import { planReaction, type Reaction } from './demo-shift.rule.ts';
import { listOpenAlarms } from './demo-shift.store.ts';

const muteMs = 4 * HOUR_MS;

/** Lets the people of the demo react to alarms of its sites, as users of the log do. */
export async function reactToAlarms({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const alarms = await listOpenAlarms(db);
  for (const alarm of alarms) {
    const reaction = planReaction(alarm, now);
    // Each in a transaction of its own, as the evaluation locks the same rows.
    if (reaction) await db.transaction().execute((transaction) => react(transaction, reaction, now));
  }
}

async function react(db: Database, { kind, alarmId, userName, at, comment }: Reaction, now: number) {
  const action = { alarmIds: [alarmId], userName, at: new Date(at), comment };
  if (kind === 'acknowledge') await acknowledge(db, action);
  else if (kind === 'clear') await clear(db, action);
  else await mute(db, { ...action, until: new Date(now + muteMs) });
  await publishWithin(db, alarmChanged);
}
