import { allPollutants, type IndexPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { App } from '../../platform/app.ts';
import { type Connection, transact } from '../../platform/db/transaction.ts';
import { presentValue, type SiteDevice, type SiteDirectory } from '../reading/model.api.ts';
import { findWithheldDays } from './air-days.ts';
import { listMeasuredSlots, listNewestHourMarks, readAirHours, type StoredMeans } from './air-hours.store.ts';
import { findWithholding, type PollutantSlot } from './air-index.rule.ts';
import { indexForeignHours, lookBackHours } from './foreign-index.rule.ts';
import { findPollutantSlots } from './roll-up-plan.rule.ts';
import type { AirHour, AirHourSource } from './rollup.api.ts';

/** The closed hours of sites for indices, and the days whose index is withheld. */
export function openAirHours(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  directory: SiteDirectory,
): AirHourSource {
  const findPollutants = () => findPollutantSlots(directory.channels());
  /** Sites that can measure all pollutants; the others have a reference index, whatever is stored. */
  function canMeasureAll(siteIds: readonly number[], pollutants: readonly PollutantSlot[]): number[] {
    // Sites of one device type share their channels.
    const cached = new Map<SiteDevice['channels'], boolean>();
    const hasAll = (channels: SiteDevice['channels']) => {
      const slots = new Set([...channels.values()].map(({ slot }) => slot));
      return pollutants.every(({ slot }) => slots.has(slot));
    };
    return siteIds.filter((siteId) => {
      const channels = directory.findBySite(siteId)?.channels;
      if (!channels) return false;
      if (!cached.has(channels)) cached.set(channels, hasAll(channels));
      return cached.get(channels);
    });
  }
  return {
    newest: (bounds) =>
      listNewestHourMarks(
        pool,
        bounds,
        findPollutants().map(({ slot }) => slot),
      ),
    async hours(siteIds, [from, to], { index = 'china', measuredUntil = to } = {}) {
      const pollutants = findPollutants();
      const slots = pollutants.map(({ slot }) => slot);
      const start = from - lookBackHours[index] * HOUR_MS;
      const factors = pollutants.map(({ pollutant, unit }) => toTableUnit(pollutant, 1, unit));
      return transact(pool, async (connection) => {
        const able = index === 'china' ? canMeasureAll(siteIds, pollutants) : [];
        // Nothing is measured in the future: a period that ends there is judged by what is measured now.
        const until = Math.min(measuredUntil, clock.now().getTime());
        const measured = await readMeasured(connection, able, until, pollutants);
        const found = new Map<number, AirHour[]>();
        await readAirHours(connection, siteIds, [start, to], slots, ({ siteId, ...hour }, stored) => {
          const hours = found.get(siteId) ?? [];
          found.set(siteId, hours);
          const zone = directory.findBySite(siteId)?.zone ?? 'UTC';
          const whole = { ...hour, means: readMeans(stored, pollutants, factors) };
          hours.push(withhold(whole, measured.get(siteId) ?? new Set(), zone));
        });
        if (index === 'china') return found;
        return new Map([...found].map(([siteId, hours]) => [siteId, indexForeignHours(hours, from, index)]));
      });
    },
    withheldDays(siteIds, dates) {
      const pollutants = findPollutants();
      return findWithheldDays(pool, canMeasureAll(siteIds, pollutants), dates, pollutants);
    },
    pollutants: findPollutants,
    pollutantSlots() {
      const pollutants = findPollutants();
      return pollutants.length === allPollutants.length ? pollutants.map(({ slot }) => slot) : [];
    },
  };
}

/** The pollutants that sites measure, judged by the stored values of the last month. */
async function readMeasured(
  connection: Connection,
  siteIds: readonly number[],
  until: number,
  pollutants: readonly PollutantSlot[],
): Promise<Map<number, Set<IndexPollutant>>> {
  const slots = pollutants.map(({ slot }) => slot);
  const found = await listMeasuredSlots(connection, siteIds, until, slots);
  const toSet = (measured: readonly boolean[]) =>
    new Set(pollutants.flatMap(({ pollutant }, place) => (measured[place] ? [pollutant] : [])));
  return new Map([...found].map(([siteId, measured]) => [siteId, toSet(measured)]));
}

function withhold(hour: AirHour, measured: ReadonlySet<IndexPollutant>, zone: string): AirHour {
  const missing = findWithholding(hour.aqi, hour.means, measured, () => formatLocalDate(hour.at, zone));
  return missing.length > 0 ? { ...hour, aqi: null, main: null, missing } : hour;
}

function readMeans(
  { means, covered }: StoredMeans,
  pollutants: readonly PollutantSlot[],
  factors: readonly (number | null)[],
): AirHour['means'] {
  const read: AirHour['means'] = {};
  for (const [place, { pollutant }] of pollutants.entries()) {
    const mean = means[place] ?? Number.NaN;
    const factor = factors[place] ?? null;
    if (factor === null || Number.isNaN(mean) || !isHourValid(covered[place] ?? 0, 1)) continue;
    read[pollutant] = presentValue(mean * factor);
  }
  return read;
}
