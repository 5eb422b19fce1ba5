import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import type { HistoryTableRow } from '@limpid/contract/data/history';
import type { Granularity } from '@limpid/contract/data/series';
import { HOUR_SECONDS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import type { TFunction } from 'i18next';
import type { Channel } from '../../../air/channel.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { dash, formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { nameFlagRules, writeFlagCount } from '../../../air/flag-summary.ts';

export type ShownCell = HistoryTableRow['values'][string];

/** Why a value is not an ordinary one. */
export type CellMark = 'flag' | 'rule' | 'range' | 'edited' | 'imported' | 'few';

export interface DescribedCell {
  text: string;
  marks: CellMark[];
  /** What the cell does not show: the original value, minimum and maximum, and how much is valid. */
  lines: string[];
}

interface Deps {
  t: TFunction;
  language: Language;
  flagWords: (flag: string) => string;
}

export function describeCell(
  cell: ShownCell | undefined,
  channel: Channel,
  granularity: Granularity,
  { t, language, flagWords }: Deps,
): DescribedCell {
  if (!cell) return { text: dash, marks: [], lines: [t('data.history.cell.none')] };
  const { value, low, high, covered, flag, edited, imported, raw, outOfRange, flags = [], flagged } = cell;
  const standing = flags.filter(({ state }) => state !== 'rejected');
  const isLeftOut = standing.some(({ counts }) => !counts);
  const write = (number: number) => formatWithUnit(number, channel, language);
  const shown = value ?? outOfRange ?? null;
  const isFew = !isLeftOut && hasLittleData(covered, granularity);
  const meaning = channel.meanings.find((one) => one.value === value)?.name;
  const lines = [
    value === null ? t('data.history.cell.noValue') : (meaning ?? write(value)),
    ...flags.map((mark) => describeFlag(mark, channel, { t, language })),
    ...(flagged ? [writeFlagCount(flagged, { t }), ...nameFlagRules(flagged, { t, language })] : []),
    flag && flagWords(flag),
    outOfRange !== undefined && t('data.history.cell.outOfRange', { value: write(outOfRange) }),
    edited && t('data.history.cell.edited'),
    raw !== undefined &&
      t('data.history.cell.original', { value: raw === null ? t('data.history.cell.noValue') : write(raw) }),
    imported && t('data.history.cell.imported'),
    low != null && high != null && t('data.history.cell.extremes', { low: write(low), high: write(high) }),
    isLeftOut ? '' : writeCovered(covered, granularity, t),
    isFew && t(`data.history.cell.few.${granularity}`),
  ];
  return {
    text: meaning ?? (shown === null ? dash : formatValue(shown, channel, language)),
    marks: [
      ...(standing.length > 0 || flagged ? (['rule'] as const) : []),
      ...(flag ? (['flag'] as const) : []),
      ...(outOfRange === undefined ? [] : (['range'] as const)),
      ...(edited ? (['edited'] as const) : []),
      ...(imported ? (['imported'] as const) : []),
      ...(isFew ? (['few'] as const) : []),
    ],
    lines: lines.filter((line): line is string => typeof line === 'string' && line !== ''),
  };
}

/** Whether an hour has fewer than 45 valid minutes, or a day fewer than 20 valid hours. */
function hasLittleData(covered: number | undefined, granularity: Granularity): boolean {
  if (covered === undefined) return false;
  return granularity === 'day' ? !isPeriodValid('day', covered) : !isHourValid(covered, 1);
}

function writeCovered(covered: number | undefined, granularity: Granularity, t: TFunction): string {
  if (covered === undefined) return '';
  if (granularity === 'day') return t('data.history.cell.validHours', { count: covered });
  return t('data.history.cell.validMinutes', { count: Math.round((covered * 60) / HOUR_SECONDS) });
}
