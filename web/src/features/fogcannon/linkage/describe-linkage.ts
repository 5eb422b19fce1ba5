import type { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import type { TFunction } from 'i18next';
import { applyDeadBand, writeRuleNumber, writeWithUnit } from '../../../query/rules/write-limit.ts';

type LinkageRow = RowOf<typeof linkageRule>;

/** A rule as it is typed: any field may be missing. */
export type TypedLinkage = { [K in keyof LinkageRow]?: LinkageRow[K] | null | undefined };

/** The condition of a rule as a sentence: "PM10 > 150 µg/m³, 3 in a row, stops at 100". */
export function describeLinkage(rule: TypedLinkage, t: TFunction, language: Language): string {
  const name = localised(rule, 'channelName', language) || '…';
  const basis = rule.basis ?? 'realtime';
  const channel =
    basis === 'realtime' ? name : t(`fogcannon.linkage.sentence.basis_${basis}`, { channel: name });
  const count = rule.consecutive ?? 1;
  return t(`fogcannon.linkage.sentence.${count === 1 ? 'single' : 'several'}`, {
    channel,
    compare: t(`fogcannon.linkage.fields.compare_${rule.compare ?? 'gt'}`),
    limit: writeWithUnit(rule.threshold, rule.channelUnit ?? '', language),
    end: writeRuleNumber(findStopLimit(rule), language),
    count,
  });
}

/** What values have to be for the cannon to stop: "Stops at 100 µg/m³ or below". */
export function describeStop(rule: TypedLinkage, t: TFunction, language: Language): string | undefined {
  const limit = findStopLimit(rule);
  if (limit === null) return undefined;
  return t(`fogcannon.linkage.stop_${rule.compare ?? 'gt'}`, {
    limit: writeWithUnit(limit, rule.channelUnit ?? '', language),
  });
}

/** The value at which the cannon stops; null while there is no threshold. */
export function findStopLimit({ compare, threshold, deadBand }: TypedLinkage): number | null {
  return typeof threshold === 'number' ? applyDeadBand(compare, threshold, deadBand ?? 0) : null;
}
