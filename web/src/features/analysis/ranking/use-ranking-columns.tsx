import { minValidShare, type RankingEntry, type RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { localised } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { namePollutants } from '../../../air/pollutants.ts';
import { ValueChip } from '../../../air/ValueChip.tsx';
import { formatDecimal, formatPercent } from '../../../lib/format.ts';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { nameUnit } from './name-unit.ts';
import { RankChange } from './RankChange.tsx';
import styles from './ranking.module.css';
import { UnitName } from './UnitName.tsx';

export interface NumberedEntry {
  id: number;
  entry: RankingEntry;
}

interface ColumnFacts {
  by: RankingUnit;
  channel: Channel | undefined;
  scale: MeasureScale;
  isCompared: boolean;
}

type Column = ListColumn<NumberedEntry>;

/** The columns of the ranking; those of a comparison only if there is one. */
export function useRankingColumns({ by, channel, scale, isCompared }: ColumnFacts): Column[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { index } = useChosenIndex();
  const isPhone = useMedia(phoneQuery);
  const name = (key: string) => t(`analysis.ranking.columns.${key}`);
  const nameColumn: Column = {
    key: 'name',
    title: name(by),
    width: toRem(isPhone ? 132 : 230),
    pin: 'left',
    isSortable: true,
    render: ({ entry }) => (
      <>
        <UnitName entry={entry} by={by} />
        {by === 'site' && (
          <div className={styles.second}>
            <EllipsisText text={localised(entry, 'entityName', language)} />
          </div>
        )}
      </>
    ),
  };
  const valueColumn: Column = {
    key: 'value',
    title: scale.unit ? `${scale.title} (${scale.unit})` : scale.title,
    width: toRem(128),
    isNumber: true,
    isSortable: true,
    render: ({ entry }) => <ValueChip value={entry.value} scale={scale} />,
  };
  const flagColumn: Column = {
    key: 'flags',
    title: t('quality.flagged.title'),
    width: toRem(104),
    render: ({ entry }) => <FlagCount flags={entry.flags} subject={nameUnit(entry, by, language)} />,
  };
  // The mean of the indices of several sites has no primary pollutant.
  const primary: Column[] =
    channel || (by !== 'site' && index !== 'china')
      ? []
      : [
          {
            key: 'primary',
            title: name('primary'),
            width: toRem(108),
            render: ({ entry: { primary: names } }) => (names ? namePollutants(names, language) : dash),
          },
        ];
  return [
    {
      key: 'rank',
      title: name('rank'),
      width: toRem(72),
      isNumber: true,
      isSortable: true,
      render: ({ entry: { rank } }) => rank ?? dash,
    },
    nameColumn,
    valueColumn,
    flagColumn,
    ...primary,
    ...(isCompared ? compareColumns(scale, name, language) : []),
    {
      key: 'basis',
      title: name('basis'),
      width: toRem(210),
      render: ({ entry }) => describeBasis(entry),
    },
  ];

  /** How much is valid, or why the unit is left out. */
  function describeBasis({
    reason,
    missing,
    counted,
    expected,
    sites,
    allSites,
    soFar,
    reference,
  }: RankingEntry): string {
    const days = t('analysis.ranking.valid', { counted, expected });
    const ofSites = by === 'site' ? [] : [t('analysis.ranking.ofSites', { sites, allSites })];
    if (reason === 'withheld') {
      const names = namePollutants(missing.join(), language);
      return t('analysis.ranking.withheldBy', { names });
    }
    const share = formatDecimal(minValidShare * 100, 0, language);
    const why = reason && t(`analysis.ranking.reasons.${reason}`, { share });
    const marks = [
      ...(reference ? [t('analysis.ranking.reference')] : []),
      ...(soFar && reason === null ? [t('analysis.ranking.soFar')] : []),
    ];
    const isCounted = reason === null || reason === 'tooLittle';
    return [why, ...(isCounted ? [days, ...ofSites] : []), ...marks].filter(Boolean).join(' · ');
  }
}

function compareColumns(scale: MeasureScale, name: (key: string) => string, language: string): Column[] {
  return [
    {
      key: 'rankChange',
      title: name('rankChange'),
      width: toRem(110),
      isNumber: true,
      isSortable: true,
      render: ({ entry }) => <RankChange entry={entry} />,
    },
    {
      key: 'before',
      title: name('before'),
      width: toRem(110),
      isNumber: true,
      render: ({ entry: { before } }) => (before === null ? dash : scale.format(before)),
    },
    {
      key: 'change',
      title: name('change'),
      width: toRem(132),
      isNumber: true,
      isSortable: true,
      render: ({ entry: { change, before } }) => {
        if (change === null) return dash;
        const percent = before ? ` (${formatRelative(change / before, language)})` : '';
        return (
          <>
            {scale.formatChange(change)}
            <span className={styles.soft}>{percent}</span>
          </>
        );
      },
    },
  ];
}

/** A relative change with its sign; one that rounds to zero has no direction. */
function formatRelative(change: number, language: string): string {
  const percent = Math.round(100 * change);
  const sign = percent === 0 ? '±' : percent < 0 ? '−' : '+';
  return sign + formatPercent(Math.abs(percent) / 100, 0, language);
}
