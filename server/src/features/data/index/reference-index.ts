import { allPollutants, type IndexPollutant } from '@limpid/aqi/pollutant';
import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Points } from '../../reading/reading.api.ts';
import { lookBackHours, openHourlyIndex } from '../../rollup/rollup.api.ts';

type Bounds = readonly [from: number, to: number];

/** Published hours by station and code; `indexCode` has the published index. */
type ReadPublished = (
  codes: readonly string[],
  bounds: Bounds,
) => Promise<ReadonlyMap<string, ReadonlyMap<string, Points>>>;

/** The hourly index of official stations: that of HJ 633 as published, others computed from published concentrations. */
export async function readReferenceIndex(
  read: ReadPublished,
  codes: readonly string[],
  [from, to]: Bounds,
  index: MapIndex,
): Promise<ReadonlyMap<string, Points>> {
  const found = await read(codes, [from - lookBackHours[index] * HOUR_MS, to]);
  return new Map(
    [...found].map(([code, published]) => [
      code,
      index === 'china'
        ? (published.get(indexCode) ?? { at: [], values: [] })
        : computeForeign(published, from, index),
    ]),
  );
}

function computeForeign(
  published: ReadonlyMap<string, Points>,
  from: number,
  index: Exclude<MapIndex, 'china'>,
): Points {
  const hours = new Map<number, Partial<Record<IndexPollutant, number>>>();
  for (const pollutant of allPollutants) {
    const { at, values } = published.get(pollutant) ?? { at: [], values: [] };
    for (const [place, moment] of at.entries()) {
      const means = hours.get(moment) ?? {};
      hours.set(moment, means);
      means[pollutant] = values[place] ?? 0;
    }
  }
  const sorted = [...hours].toSorted(([one], [other]) => one - other);
  const compute = openHourlyIndex(sorted.map(([at, means]) => ({ at, means })));
  const points: Points = { at: [], values: [] };
  for (const [at] of sorted) {
    const aqi = at < from ? null : compute(index, at).aqi;
    if (aqi === null) continue;
    points.at.push(at);
    points.values.push(aqi);
  }
  return points;
}
