import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { cancelForProgram, findProgramResult, orderForProgram } from '../../device/device.api.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { type CannonLink, DriverError, type DriverOrder } from './driver.ts';
import type { StationSettings } from './settings.ts';

/** Commands have their own time-outs and repetitions; this one is longer than those of usual device types. */
const longestMs = 2 * MINUTE_MS;
const lookEveryMs = 250;

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets'> & {
  directory: SiteDirectory;
  assertLeading(): void;
};

/** A cannon behind the monitoring station itself, switched by commands of HJ 212. */
export function makeStationLink(deps: Deps, settings: StationSettings): CannonLink {
  const { siteId, jog } = settings;

  async function order(
    { expiresAt, signal }: DriverOrder,
    command: { commandId: number; values?: Record<string, string>; isSentOnce?: boolean },
  ): Promise<void> {
    deps.assertLeading();
    const { logId, isOffline } = await orderForProgram(deps, deps.directory, {
      values: {},
      ...command,
      siteId,
      ...(expiresAt !== null && { sendUntil: new Date(expiresAt) }),
    }).catch(nothingOrdered);
    if (isOffline) throw new DriverError('fog.station_offline');
    const until = performance.now() + longestMs;
    while (performance.now() < until) {
      if (signal?.aborted) await giveUp(logId, expiresAt !== null);
      const result = await findProgramResult(deps, logId);
      if (result?.isDone) return;
      if (result) {
        const key = result.isRefused ? 'fog.station_refused' : 'fog.station_failed';
        throw new DriverError(key, {}, { mayHaveArrived: result.mayBeExecuted });
      }
      await wait(lookEveryMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
    }
    throw new DriverError('fog.station_failed', {}, { mayHaveArrived: true });
  }

  /** An order to switch on is cancelled; one to switch off goes on, only its end is not awaited here. */
  async function giveUp(logId: number, isStart: boolean): Promise<void> {
    if (!isStart) throw new DriverError('fog.station_failed', {}, { mayHaveArrived: true });
    await cancelForProgram(deps, logId);
  }

  return {
    timesJog: jog !== null,
    // The parameter of a command has a range of its own, which may be shorter than a run.
    timesRun: false,
    switchOn: (one) => order(one, { commandId: settings.onCommandId }),
    switchOff: (one) => order(one, { commandId: settings.offCommandId }),
    jog(one, seconds) {
      if (!jog) return order(one, { commandId: settings.onCommandId });
      // A jog that arrives twice takes twice as long.
      const values = { [jog.param]: String(seconds) };
      return order(one, { commandId: jog.commandId, values, isSentOnce: true });
    },
    readState: undefined,
    async check() {
      if (!deps.directory.findBySite(siteId)) throw new DriverError('fog.station_offline');
    },
  };
}

/** An order that was refused has not been stored: nothing has left. */
function nothingOrdered(error: unknown): never {
  throw error instanceof AppError ? new DriverError(error.key, error.params) : error;
}
