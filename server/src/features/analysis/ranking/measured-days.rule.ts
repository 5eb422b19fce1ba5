import { type DayColumns, openPlaces } from '../../reading/reading.api.ts';
import { withholdingBounds } from '../../rollup/rollup.api.ts';

/** What a site has in a period: of a channel or of the index. */
export interface SiteMeasure {
  value: number | null;
  /** Valid hours or days in the value. */
  counted: number;
  /** The same with those whose index is withheld. */
  found: number;
  /** Anything was stored. */
  hasData: boolean;
  /** All pollutants of the standard were there. */
  whole: boolean;
  /** Incomplete indices of this site are not published. */
  withheld: boolean;
}

/** Collects days; `read` answers by the position of a site. */
export interface DayCollector {
  add(columns: DayColumns): void;
  read(place: number): SiteMeasure;
}

/** The mean of a site's numbers so far. */
class Means {
  readonly #sums: Float64Array;
  readonly #counts: Int32Array;

  constructor(size: number) {
    this.#sums = new Float64Array(size);
    this.#counts = new Int32Array(size);
  }

  add(place: number, value: number): void {
    this.#sums[place] = (this.#sums[place] ?? 0) + value;
    this.#counts[place] = this.count(place) + 1;
  }

  count(place: number): number {
    return this.#counts[place] ?? 0;
  }

  mean(place: number): number | null {
    return this.count(place) === 0 ? null : (this.#sums[place] ?? 0) / this.count(place);
  }
}

/** Averages the valid days of a channel, sound by its energy. */
export function collectChannel(siteIds: readonly number[], by: 'mean' | 'level'): DayCollector {
  const placeSites = openPlaces(siteIds);
  const means = new Means(siteIds.length);
  const hasData = new Uint8Array(siteIds.length);
  return {
    add({ sites, items: [values = new Float32Array()] }) {
      const places = placeSites(sites);
      for (let index = 0; index < places.length; index++) {
        const [place, value] = [places[index] ?? -1, values[index] ?? Number.NaN];
        if (place < 0 || Number.isNaN(value)) continue;
        hasData[place] = 1;
        if (Number.isFinite(value)) means.add(place, by === 'level' ? 10 ** (value / 10) : value);
      }
    },
    read(place) {
      const [mean, counted] = [means.mean(place), means.count(place)];
      const value = mean === null ? null : Math.fround(by === 'level' ? 10 * Math.log10(mean) : mean);
      return { value, counted, found: counted, hasData: hasData[place] === 1, whole: true, withheld: false };
    },
  };
}

const { since, upTo } = withholdingBounds;

/**
 * Averages the index of days. `doubtful` lists the sites with an index that could be withheld; `withhold` takes such days
 * out of the means of these sites.
 */
export function collectIndex(siteIds: readonly number[]) {
  const placeSites = openPlaces(siteIds);
  const [all, sure] = [new Means(siteIds.length), new Means(siteIds.length)];
  const [hasData, isIncomplete, isSureIncomplete] = [
    new Uint8Array(siteIds.length),
    new Uint8Array(siteIds.length),
    new Uint8Array(siteIds.length),
  ];
  const withheld = new Set<number>();
  return {
    add({ day, sites, items: [indices = new Float32Array(), complete = new Float32Array()] }: DayColumns) {
      const places = placeSites(sites);
      for (let index = 0; index < places.length; index++) {
        const [place, value] = [places[index] ?? -1, indices[index] ?? Number.NaN];
        if (place < 0) continue;
        hasData[place] = 1;
        if (Number.isNaN(value)) continue;
        const isWhole = !Number.isNaN(complete[index] ?? Number.NaN);
        all.add(place, value);
        if (!isWhole) isIncomplete[place] = 1;
        if (!isWhole && value <= upTo && day >= since) continue;
        sure.add(place, value);
        if (!isWhole) isSureIncomplete[place] = 1;
      }
    },
    doubtful: () => siteIds.filter((_, place) => sure.count(place) < all.count(place)),
    withhold(ids: Iterable<number>) {
      for (const id of ids) withheld.add(id);
    },
    read(place: number): SiteMeasure {
      const isWithheld = withheld.has(siteIds[place] ?? 0);
      const published = isWithheld ? sure : all;
      const mean = published.mean(place);
      return {
        value: mean === null ? null : Math.fround(mean),
        counted: published.count(place),
        found: all.count(place),
        hasData: hasData[place] === 1,
        whole: (isWithheld ? isSureIncomplete : isIncomplete)[place] === 0,
        withheld: isWithheld,
      };
    },
  };
}
