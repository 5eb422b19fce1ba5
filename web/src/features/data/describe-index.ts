import type { Language } from '@limpid/contract/language';
import { isHourOld } from '../../air/freshness.ts';
import { findLevel, type Step } from '../../lib/level.ts';
import { nameMissing, namePrimary, withheldSign } from '../../resource/air/pollutants.ts';
import type { SiteNow } from './site-now.ts';
import type { AirIndex } from './use-air-index.ts';

const dash = '—';

/** The index of a site as it is written. */
export interface DescribedIndex {
  text: string;
  /** Missing where there is no index. */
  step: Step | undefined;
  /** A dash where the standard names none, as up to 50 in China. */
  primary: string;
  isReference: boolean;
  /** The pollutants whose absence withholds it, as people read them; empty where it is not withheld. */
  missing: string;
  /** The start of the hour it is of. */
  hour: number | undefined;
  /** It says nothing about now: the site is silent or switched off, or no newer hour has come. */
  isOld: boolean;
}

export function describeIndex(
  { indices, state, now }: Pick<SiteNow, 'indices' | 'state' | 'now'>,
  { key, steps }: Pick<AirIndex, 'key' | 'steps'>,
  language: Language,
): DescribedIndex {
  const own = indices?.[key];
  const none = { step: undefined, isReference: false, hour: undefined, isOld: false };
  if (!indices || !own) return { ...none, text: dash, primary: dash, missing: '' };
  const missing = nameMissing(own, language);
  if (own.aqi === null) {
    const sign = missing ? withheldSign : dash;
    return { ...none, text: sign, primary: sign, missing };
  }
  return {
    missing,
    text: String(own.aqi),
    step: findLevel(steps, own.aqi),
    primary: namePrimary(own, language) || dash,
    isReference: own.reference,
    hour: indices.hour,
    isOld: isIndexOld({ indices, state, now }),
  };
}

/** Whether the index of a site says nothing about now: the site is silent or switched off, or no newer hour has come. */
export function isIndexOld({ indices, state, now }: Pick<SiteNow, 'indices' | 'state' | 'now'>): boolean {
  const isHeard = state === 'on' || state === 'stale';
  return !isHeard || !indices || isHourOld(indices.hour, now);
}
