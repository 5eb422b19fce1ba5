import type { Language } from '@limpid/contract/language';
import type { SiteIndices } from '@limpid/contract/map/site-update';
import { dash } from './describe-value.ts';
import { isHourStale } from './freshness.ts';
import type { IndexScale } from './index-scale.ts';
import { findBand, type LevelStep } from './level.ts';
import { nameMissing, namePrimary } from './pollutants.ts';

/** Replaces an index that the standard withholds (HJ 633-2026 §5.3), in every language. */
const withheldSign = 'NA';

interface IndexedSite {
  indices: SiteIndices | null;
  /** `stale` is a site that reports and has no fresh value. */
  state: 'on' | 'stale' | 'off' | 'silent' | 'stopped';
  now: number;
}

/**
 * Why a site has no index: the standard withholds it, its hours have too few valid values, it is offline or disabled and has no
 * recent hour, or its first full hour is not over.
 */
type IndexAbsence = 'withheld' | 'invalid' | 'silent' | 'young';

/** The index of a site as screens write it. */
export interface DescribedIndex {
  /** The number; without one, a dash or the sign of a withheld index. */
  text: string;
  step: LevelStep | undefined;
  /** The primary pollutants; empty where the standard names none, as up to 50 in China. */
  primary: string;
  isReference: boolean;
  /** The pollutants whose absence withholds the index; empty if it is not withheld. */
  missing: string;
  /** Undefined with an index. */
  absence: IndexAbsence | undefined;
  /** The start of the hour that the index belongs to; undefined without an index. */
  hour: number | undefined;
  isStale: boolean;
}

export function describeIndex(
  site: IndexedSite,
  { key, steps }: Pick<IndexScale, 'key' | 'steps'>,
  language: Language,
): DescribedIndex {
  const { indices } = site;
  const result = indices?.[key];
  const missing = result ? nameMissing(result, language) : '';
  if (!indices || !result || result.aqi === null) {
    const text = missing ? withheldSign : dash;
    return {
      text,
      step: undefined,
      primary: '',
      isReference: false,
      missing,
      absence: findAbsence(site, missing),
      hour: undefined,
      isStale: false,
    };
  }
  return {
    text: String(result.aqi),
    step: findBand(steps, result.aqi),
    primary: namePrimary(result, language),
    isReference: result.reference,
    missing,
    absence: undefined,
    hour: indices.hour,
    isStale: isIndexStale(site),
  };
}

function findAbsence({ indices, state }: IndexedSite, missing: string): IndexAbsence {
  if (missing) return 'withheld';
  if (indices) return 'invalid';
  return isReporting(state) ? 'young' : 'silent';
}

const isReporting = (state: IndexedSite['state']) => state === 'on' || state === 'stale';

/** Whether the index does not describe the present: the site is offline or stopped, or no newer hour has arrived. */
export function isIndexStale({ indices, state, now }: IndexedSite): boolean {
  return !isReporting(state) || !indices || isHourStale(indices.hour, now);
}
