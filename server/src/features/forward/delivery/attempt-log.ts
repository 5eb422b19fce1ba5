import { SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { type ForwardEntry, recordForwards } from '../../monitor/monitor.api.ts';
import { packetKind } from '../../reading/model.api.ts';
import { addMinutes, type ForwardMinute } from './minute.store.ts';
import type { ForwardAttempt } from './target-delivery.ts';

/** One of so many successes is logged; failures all are. */
const sampleParameter = 'sys.log.forwardSuccessSample';
const defaultSample = 100;
/** Beyond it, failures are only counted. */
const maxWaiting = 5000;

/** Collects attempts and writes them to the forward log and to the minutes of their targets. */
export interface AttemptLog {
  add(attempt: ForwardAttempt): void;
  flush(): Promise<void>;
}

type Deps = Pick<App, 'db' | 'pool' | 'clock' | 'parameters'>;

export function openAttemptLog(app: Deps): AttemptLog {
  let entries: ForwardEntry[] = [];
  /** Entries that are being written, and come back if that fails. */
  let outCount = 0;
  let minutes = new Map<string, ForwardMinute>();
  let successes = 0;
  let leftOut = new Map<number, LeftOut>();
  let sample = defaultSample;

  function count({ target: { targetId, kinds }, packet, failure, at }: ForwardAttempt): void {
    const minute = Math.floor(at / 60_000) * 60_000;
    // Minutes, hours and days are stamped with their beginning, which says little about the way to the receiver.
    const isTimed = packet.kind === packetKind.realtime || !kinds.includes(packetKind.realtime);
    const delay =
      !failure && !packet.isReissued && isTimed
        ? Math.max(0, Math.round((at - packet.ts) / SECOND_MS))
        : null;
    addMinute({ targetId, minute, sent: failure ? 0 : 1, failed: failure ? 1 : 0, delay });
  }

  function addMinute(given: ForwardMinute): void {
    const key = `${given.targetId} ${given.minute}`;
    const known = minutes.get(key);
    if (!known) {
      minutes.set(key, { ...given });
      return;
    }
    known.sent += given.sent;
    known.failed += given.failed;
    if (given.delay !== null) known.delay = Math.max(known.delay ?? 0, given.delay);
  }

  function leaveOut({ target }: ForwardAttempt): void {
    const known = leftOut.get(target.targetId) ?? { target, failures: 0 };
    known.failures += 1;
    leftOut.set(target.targetId, known);
  }

  async function writeEntries(): Promise<void> {
    const [taken, counted] = [entries, leftOut];
    entries = [];
    leftOut = new Map();
    outCount = taken.length;
    try {
      await recordForwards(app.db, app.clock, [...taken, ...[...counted.values()].map(toSummary)]);
    } catch (error) {
      entries = [...taken, ...entries];
      for (const { target, failures } of leftOut.values()) {
        const known = counted.get(target.targetId) ?? { target, failures: 0 };
        counted.set(target.targetId, { target, failures: known.failures + failures });
      }
      leftOut = counted;
      throw error;
    } finally {
      outCount = 0;
    }
  }

  async function writeMinutes(): Promise<void> {
    const taken = [...minutes.values()];
    minutes = new Map();
    try {
      await addMinutes(app.pool, taken);
    } catch (error) {
      for (const minute of taken) addMinute(minute);
      throw error;
    }
  }

  return {
    add(attempt) {
      count(attempt);
      if (!attempt.failure && successes++ % sample !== 0) return;
      if (outCount + entries.length < maxWaiting) entries.push(toEntry(attempt));
      else if (attempt.failure) leaveOut(attempt);
    },
    async flush() {
      const stored = Number(await app.parameters.get(sampleParameter));
      sample = Number.isInteger(stored) && stored > 0 ? stored : defaultSample;
      try {
        await writeEntries();
      } finally {
        await writeMinutes();
      }
    },
  };
}

/** Failures of a target for which there was no room. */
interface LeftOut {
  target: ForwardAttempt['target'];
  failures: number;
}

/** One entry for all of them. */
const toSummary = ({ target, failures }: LeftOut): ForwardEntry => ({
  type: target.protocol,
  businessKey: target.targetName,
  handleData: null,
  succeeded: false,
  errorMsg: `${failures} more failures are left out of the log`,
  dataTime: null,
  targetId: target.targetId,
});

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
