import type { StoredFlag } from './flag.store.ts';

export interface FlagChanges {
  saved: StoredFlag[];
  removed: StoredFlag[];
}

export const flagKey = ({
  siteId,
  at,
  slot,
  ruleId,
}: Pick<StoredFlag, 'siteId' | 'at' | 'slot' | 'ruleId'>) => `${siteId} ${at} ${slot} ${ruleId}`;

/**
 * Compares what was found with what is stored of the judged hours. What a person has decided stays: a rejected flag stays
 * rejected, a confirmed one stays although its value has changed.
 */
export function reconcileFlags(
  stored: readonly StoredFlag[],
  found: ReadonlyMap<string, StoredFlag>,
  isJudged: (flag: StoredFlag) => boolean,
): FlagChanges {
  const changes: FlagChanges = { saved: [], removed: [] };
  const known = new Set<string>();
  for (const flag of stored) {
    const key = flagKey(flag);
    known.add(key);
    const isReviewed = flag.state === 'confirmed' || flag.state === 'rejected';
    const now = found.get(key);
    if (now) {
      const next = isReviewed ? { ...now, state: flag.state } : now;
      if (!isSame(flag, next)) changes.saved.push(next);
    } else if (!isReviewed && isJudged(flag)) changes.removed.push(flag);
  }
  for (const [key, flag] of found) if (!known.has(key)) changes.saved.push(flag);
  return changes;
}

const numbers = ['value', 'low', 'high', 'span'] as const;
const words = ['ruleName', 'ruleNameEn', 'ruleNameFr', 'test', 'basis', 'counts', 'state'] as const;

/** Numbers are stored with 32 bits. */
function isSame(one: StoredFlag, other: StoredFlag): boolean {
  const stored = (value: number | null) => (value === null ? null : Math.fround(value));
  return (
    words.every((name) => one[name] === other[name]) &&
    numbers.every((name) => stored(one[name]) === stored(other[name]))
  );
}

/** An hour of a channel at a site. */
export type FlaggedHour = Pick<StoredFlag, 'siteId' | 'at' | 'slot'>;

export const hourKey = ({ siteId, at, slot }: FlaggedHour) => `${siteId} ${at} ${slot}`;

/** An excluding flag that stands: its hour counts for nothing. */
export function isExcluding({ counts, state }: Pick<StoredFlag, 'counts' | 'state'>): boolean {
  return !counts && (state === 'open' || state === 'confirmed');
}

/** The hours that flags leave out after the changes, by key, and those where that has changed. */
export function findExcluded(
  stored: readonly StoredFlag[],
  { saved, removed }: FlagChanges,
): { excluded: ReadonlySet<string>; changed: FlaggedHour[] } {
  const flags = new Map(stored.map((flag) => [flagKey(flag), flag]));
  for (const flag of removed) flags.delete(flagKey(flag));
  for (const flag of saved) flags.set(flagKey(flag), flag);
  const listKeys = (all: Iterable<StoredFlag>) =>
    new Map([...all].filter(isExcluding).map((flag) => [hourKey(flag), flag]));
  const [before, after] = [listKeys(stored), listKeys(flags.values())];
  const changed = [
    ...[...before].flatMap(([key, flag]) => (after.has(key) ? [] : [flag])),
    ...[...after].flatMap(([key, flag]) => (before.has(key) ? [] : [flag])),
  ];
  return { excluded: new Set(after.keys()), changed };
}
