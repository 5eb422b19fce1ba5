import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { type ForwardEntry, recordForwards } from '../../monitor/monitor.api.ts';
import { packetKind } from '../../reading/model.api.ts';
import { addMinutes, type ForwardMinute } from './minute.store.ts';
import type { ForwardAttempt } from './target-delivery.ts';

/** One of so many successes is logged; failures all are. */
const sampleParameter = 'sys.log.forwardSuccessSample';
const defaultSample = 100;
/** Beyond it, the log leaves out entries and says how many. */
const maxWaiting = 5000;

/** Collects attempts and writes them to the forward log and to the minutes of their targets. */
export interface AttemptLog {
  add(attempt: ForwardAttempt): void;
  flush(): Promise<void>;
}

type Deps = Pick<App, 'db' | 'pool' | 'clock' | 'parameters' | 'log'>;

export function openAttemptLog(app: Deps): AttemptLog {
  let entries: ForwardEntry[] = [];
  let minutes = new Map<string, ForwardMinute>();
  let successes = 0;
  let leftOut = 0;
  let sample = defaultSample;

  function count({ target, packet, failure, at }: ForwardAttempt): void {
    const minute = Math.floor(at / 60_000) * 60_000;
    const key = `${target.targetId} ${minute}`;
    const known = minutes.get(key) ?? { targetId: target.targetId, minute, sent: 0, failed: 0, delay: null };
    minutes.set(key, known);
    if (failure) known.failed += 1;
    else known.sent += 1;
    // Minutes, hours and days are stamped with their beginning, which says little about the way to the receiver.
    const isTimed = packet.kind === packetKind.realtime || !target.kinds.includes(packetKind.realtime);
    if (!failure && !packet.isReissued && isTimed)
      known.delay = Math.max(known.delay ?? 0, Math.round((at - packet.ts) / SECOND_MS));
  }

  return {
    add(attempt) {
      count(attempt);
      if (!attempt.failure && successes++ % sample !== 0) return;
      if (entries.length >= maxWaiting) leftOut += 1;
      else entries.push(toEntry(attempt));
    },
    async flush() {
      const stored = Number(await app.parameters.get(sampleParameter));
      sample = Number.isInteger(stored) && stored > 0 ? stored : defaultSample;
      const [taken, counted] = [entries, [...minutes.values()]];
      entries = [];
      minutes = new Map();
      if (leftOut > 0) app.log.warn({ entries: leftOut }, 'forward log left out entries');
      leftOut = 0;
      await recordForwards(app.db, app.clock, taken);
      await addMinutes(app.pool, counted);
    },
  };
}

function toEntry({ target, packet, siteId, describe, failure, isGivenUp }: ForwardAttempt): ForwardEntry {
  const { targetId, targetName, protocol } = target;
  return {
    type: protocol,
    businessKey: `${packet.site.siteName} ${new Date(packet.ts).toISOString()} ${targetName}`,
    handleData: describe(),
    succeeded: failure === undefined,
    errorMsg: failure ? `${failure.reason}${isGivenUp ? ' (given up)' : ''}: ${failure.message}` : null,
    dataTime: new Date(packet.ts),
    targetId,
    siteId,
    kind: packet.kind,
  };
}
