import {
  type FlagSummary,
  isNotCounted,
  isStanding,
  type RuleFlag,
} from '@limpid/contract/quality/flag-mark';

/** The standing flags of hours by their start; those of several channels together. */
export type FlaggedHours = ReadonlyMap<number, readonly RuleFlag[]>;

/** Joins the flags of several channels by hour. */
export function joinChannels(channels: Iterable<ReadonlyMap<number, readonly RuleFlag[]>>): FlaggedHours {
  const joined = new Map<number, RuleFlag[]>();
  for (const hours of channels)
    for (const [at, flags] of hours) {
      const standing = flags.filter(isStanding);
      if (standing.length > 0) joined.set(at, [...(joined.get(at) ?? []), ...standing]);
    }
  return joined;
}

/** Counts hours, each with all its standing flags; null without any. */
export function summariseFlags(hours: Iterable<readonly RuleFlag[]>): FlagSummary | null {
  const rules = new Map<string, FlagSummary['rules'][number]>();
  let [flagged, notCounted] = [0, 0];
  for (const flags of hours) {
    flagged += 1;
    if (flags.some(isNotCounted)) notCounted += 1;
    // A rule may have flagged two channels of the hour.
    for (const [name, { rule, ruleEn, ruleFr }] of new Map(flags.map((flag) => [nameOf(flag), flag]))) {
      const known = rules.get(name) ?? { rule, ruleEn, ruleFr, hours: 0 };
      rules.set(name, { ...known, hours: known.hours + 1 });
    }
  }
  if (flagged === 0) return null;
  const sorted = [...rules.values()].toSorted((a, b) => b.hours - a.hours || (a.rule < b.rule ? -1 : 1));
  return { hours: flagged, notCounted, rules: sorted };
}

const nameOf = ({ rule, ruleEn, ruleFr }: RuleFlag) => JSON.stringify([rule, ruleEn, ruleFr]);
