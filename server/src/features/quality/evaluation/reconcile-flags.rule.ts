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

/** Of two numbers a larger difference is another fact than the one that a person has judged. */
const materialShare = 0.1;

/** Whether the value or a limit of a flag has become another one. */
function hasChanged(seen: StoredFlag, now: StoredFlag): boolean {
  return (['value', 'low', 'high'] as const).some((name) => {
    const [before, after] = [seen[name], now[name]];
    if (before === null || after === null) return before !== after;
    return Math.abs(after - before) > materialShare * Math.max(Math.abs(before), Math.abs(after));
  });
}

/**
 * What a person has decided stays. A confirmed flag stays confirmed although its value has changed. A rejected one keeps the
 * numbers that the person saw and stays rejected until they have changed materially; then it is open again.
 */
function keepDecision(flag: StoredFlag, now: StoredFlag): StoredFlag {
  if (flag.state === 'confirmed') return { ...now, state: flag.state };
  if (flag.state !== 'rejected' || hasChanged(flag, now)) return now;
  const { value, low, high, span, state } = flag;
  return { ...now, value, low, high, span, state };
}

/** Compares what was found with what is stored of the judged hours. */
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
      const next = keepDecision(flag, now);
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
