import type { alarmRule, CompareMethod } from '@limpid/contract/alarm/alarm-rule';
import { HOUR_SECONDS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import type { TFunction } from 'i18next';
import { formatSpan } from '../../lib/format.ts';
import { applyDeadBand, writeRuleNumber, writeWithUnit } from '../rules/write-limit.ts';

type RuleRow = RowOf<typeof alarmRule>;

/** A rule as it is typed: any field may be missing. */
export type TypedRule = { [K in keyof RuleRow]?: RuleRow[K] | null | undefined };

const missing = '…';
/** The comparison that ends an alarm once the dead band is left. */
const opposites: Partial<Record<CompareMethod, CompareMethod>> = { gt: 'le', ge: 'lt', lt: 'ge', le: 'gt' };

/** The condition of a rule as a sentence: "PM2.5, minute mean, above 75 µg/m³ for 5 min; ends at 70 µg/m³ or below". */
export function describeCondition(rule: TypedRule, t: TFunction, language: Language): string {
  const span = (seconds: number) => formatSpan(seconds, language);
  const main = describeMain(rule, t, language);
  const { forSeconds, clearSeconds } = rule;
  const begun = forSeconds ? t('alarm.rule.sentence.for', { main, duration: span(forSeconds) }) : main;
  const end = describeEnd(rule, t, language);
  if (end && clearSeconds)
    return t('alarm.rule.sentence.endFor', { begun, end, duration: span(clearSeconds) });
  if (end) return t('alarm.rule.sentence.end', { begun, end });
  return clearSeconds ? t('alarm.rule.sentence.endAfter', { begun, duration: span(clearSeconds) }) : begun;
}

function describeMain(rule: TypedRule, t: TFunction, language: Language): string {
  const key = (name: string) => `alarm.rule.sentence.${name}`;
  const threshold = writeRuleNumber(rule.threshold, language);
  const channel = nameSubject(rule, t, language);
  const subject = t(key('subject'), { channel, basis: t(key(`basis_${rule.basis ?? 'minute'}`)) });
  const hours = rule.windowHours ? formatSpan(rule.windowHours * HOUR_SECONDS, language) : missing;
  switch (rule.alarmType) {
    case 'rate': {
      const limit = writeComparison(rule.compare, writeLimit(rule, t, language), t);
      return t(key('rate'), { subject, limit, minutes: rule.rateMinutes ?? missing });
    }
    case 'offline':
      return t(key('offline'));
    case 'device':
      return t(key('faults'));
    case 'quality':
      return rule.qualityKind === 'invalid'
        ? t(key('invalid'), { threshold, hours })
        : t(key('flat'), { channel: rule.channelId ? channel : t(key('anyChannel')), hours });
    case 'power':
      if (rule.channelId) break;
      return rule.threshold ? t(key('reportsOrVoltage'), { threshold }) : t(key('reports'));
    case 'reference':
      return rule.referenceKind === 'factor'
        ? t(key('factor'), { channel, threshold })
        : t(key('difference'), { channel, limit: writeLimit(rule, t, language) });
    default:
  }
  return t(key('limit'), {
    subject,
    limit: writeComparison(rule.compare, writeLimit(rule, t, language), t),
  });
}

function nameSubject(rule: TypedRule, t: TFunction, language: Language): string {
  if (rule.indexCode) return t(`alarm.rule.fields.indexCode_${rule.indexCode}`);
  return (
    localised(rule, 'channelName', language) ||
    (rule.problem ? t('alarm.rule.fields.problem_channel') : missing)
  );
}

/** Where an alarm ends if that is not simply the other side of the threshold. */
function describeEnd(rule: TypedRule, t: TFunction, language: Language): string | undefined {
  const { deadBand, threshold, siteLimit } = rule;
  const usesBand = ['limit', 'rate', 'power', 'reference', 'quality'].includes(rule.alarmType ?? '');
  if (!deadBand || !usesBand || (rule.alarmType === 'quality' && rule.qualityKind !== 'invalid'))
    return undefined;
  const compare = rule.alarmType === 'reference' || rule.alarmType === 'quality' ? 'gt' : rule.compare;
  const opposite = compare ? opposites[compare] : undefined;
  if (!opposite) return undefined;
  if (siteLimit) {
    const isFalling = compare === 'lt' || compare === 'le';
    const distance = writeRuleNumber(deadBand, language);
    return t(isFalling ? 'alarm.rule.sentence.endAbove' : 'alarm.rule.sentence.endBelow', { distance });
  }
  if (typeof threshold !== 'number') return undefined;
  const limit = applyDeadBand(compare, threshold, deadBand);
  return writeComparison(opposite, writeWithUnit(limit, thresholdUnit(rule), language), t);
}

function writeComparison(compare: CompareMethod | null | undefined, limit: string, t: TFunction): string {
  return t(`alarm.rule.sentence.compare_${compare ?? 'gt'}`, { limit });
}

function writeLimit(rule: TypedRule, t: TFunction, language: Language): string {
  if (rule.siteLimit) return t('alarm.rule.sentence.siteLimit');
  return writeWithUnit(rule.threshold, thresholdUnit(rule), language);
}

/** The unit of threshold and dead band. */
export function thresholdUnit(rule: TypedRule): string {
  if (rule.alarmType === 'quality') return '%';
  if (rule.alarmType === 'reference' && rule.referenceKind === 'factor') return '×';
  if (rule.alarmType === 'power' && !rule.channelId) return 'V';
  return rule.indexCode ? '' : (rule.channelUnit ?? '');
}
