import {
  leftOutReasons,
  minValidShare,
  type RankingTable,
  type RankingUnit,
} from '@limpid/contract/analysis/ranking-table';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatDay, formatMoment } from '../../../lib/dates.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLevelsNote } from '../../../query/channel/use-channel-levels.ts';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import { BasisNote } from '../../../query/result/BasisNote.tsx';
import { findDays, isOneHour, type Range } from '../../../query/state/period.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface RankingBasisProps {
  table: RankingTable;
  state: QueryState;
  by: RankingUnit;
  channel: Channel | undefined;
}

/** What the ranking is made of, by which rules, and what was left out. */
export function RankingBasis({ table, state, by, channel }: RankingBasisProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { index, describe } = useChosenIndex();
  const { range, compared, zone } = state;
  const isHour = isOneHour(range);
  const noteLevels = useLevelsNote();
  const share = formatDecimal(minValidShare * 100, 0, language);
  const write = (one: Range): string => {
    if (isHour) return `${formatMoment(one.from, zone, language).slice(0, -3)} (${zone})`;
    const { fromDay, toDay } = findDays(one, zone);
    const [first, last] = [formatDay(fromDay, language), formatDay(toDay, language)];
    return fromDay === toDay ? first : `${first} – ${last}`;
  };
  const groupBasis = channel ? 'groupChannel' : index === 'china' ? 'groupIndex' : 'groupOtherIndex';
  const texts = [
    t(`analysis.ranking.basis.${channel ? 'channel' : 'index'}${isHour ? 'Hour' : 'Days'}`, {
      period: write(range),
      index: describe(isHour ? 'hour' : 'day'),
    }),
    !isHour && t('analysis.ranking.basis.share', { share }),
    channel && !isHour && noteLevels(channel, 'day', { toDay: findDays(range, zone).toDay }),
    by !== 'site' && t(`analysis.ranking.basis.${groupBasis}`, { share }),
    compared && t('analysis.ranking.basis.compared', { period: write(compared), count: table.compared }),
    table.zones.length > 1 && t('data.query.zones', { zones: table.zones.join(', ') }),
  ];
  const leftOut = leftOutReasons.filter((reason) => table.leftOut[reason] > 0);
  const counts = t(`analysis.ranking.counts.${by}`, { ranked: table.ranked, units: table.units });
  const reasons = leftOut
    .map((reason) => `${t(`analysis.ranking.reasons.${reason}`, { share })} ${table.leftOut[reason]}`)
    .join(', ');
  return (
    <BasisNote
      lines={[
        texts.filter(Boolean).join(' '),
        reasons ? `${counts} · ${t('analysis.ranking.leftOut', { reasons })}` : counts,
      ]}
    />
  );
}
