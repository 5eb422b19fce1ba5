import { listRanking } from '@limpid/contract/analysis/ranking';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { defaultZone } from '@limpid/contract/zone';
import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toChannel } from '../../../air/channel.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { formatDay, formatHour } from '../../../lib/dates.ts';
import type { Bounds } from '../../../map/map.ts';
import { useChannelLevels, useLevelsNote } from '../../../query/channel/use-channel-levels.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import { indexLayer } from '../map-view.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import styles from './analysis-panel.module.css';
import { RankingList } from './RankingList.tsx';
import { linesShown, type RankingOrder, rankNow } from './rank-sites.ts';
import { type PeriodRanking, type RankingPeriod, useRanking } from './use-ranking.ts';

interface RankingBlockProps {
  shown: readonly ShownSite[];
  /** The hour of the time-lapse, which the ranking follows; undefined for the present. */
  hour: number | undefined;
  /** The area whose sites are ranked; undefined for all. */
  area: Bounds | undefined;
  /** Whether a filter hides sites; only the ranking of the present respects filters. */
  isFiltered: boolean;
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
  onChoose: (siteId: number) => void;
}

/** The sites with the worst or best air: now, in the last hour, on the last day. */
export function RankingBlock({
  shown,
  hour,
  area,
  isFiltered,
  snapshot,
  scale,
  preference,
  onChoose,
}: RankingBlockProps) {
  const { t } = useTranslation();
  const [chosen, setPeriod] = useState<RankingPeriod>('now');
  const [order, setOrder] = useState<RankingOrder>('desc');
  const mayAsk = useSession((session) => holdsPermission(session, [listRanking.access.permission]));
  const period = mayAsk && hour === undefined ? chosen : 'now';
  const { layer } = scale;
  const { ranking, linesBefore, error, retry } = useRanking(
    period,
    order,
    { layer, index: preference.index, area },
    period !== 'now',
  );
  const now = useMemo(() => rankNow(shown, order), [shown, order]);
  const lines = period === 'now' ? now : ranking?.lines;
  const channel = snapshot.channels.find(({ code }) => code === scale.layer);
  const findLevels = useChannelLevels();
  const noteLevels = useLevelsNote();
  const day = period === 'day' ? ranking?.days.at(-1) : undefined;
  const daily = channel && day !== undefined ? toChannel(channel, preference.colourBlindSafe) : undefined;
  const steps = daily && day !== undefined ? findLevels(daily, 'day', day).steps : scale.steps;
  const title = scale.unit ? `${scale.title} (${scale.unit})` : scale.title;
  return (
    <section className={parts.block}>
      <h3>
        {t('map.analysis.ranking.title')}
        <span className={styles.soft}>{title}</span>
      </h3>
      {scale.isOrdered ? (
        <>
          <Choices
            {...{ period, order, scale }}
            mayAsk={mayAsk && hour === undefined}
            onPeriod={setPeriod}
            onOrder={setOrder}
          />
          <Lines
            lines={lines}
            scale={{ ...scale, steps }}
            linesBefore={linesBefore}
            error={period === 'now' ? null : error}
            onRetry={retry}
            onChoose={onChoose}
          />
          {hour === undefined && (
            <Basis
              {...{ period, layer: scale.layer, area, isFiltered }}
              levels={daily && day !== undefined ? noteLevels(daily, 'day', { toDay: day }) : undefined}
              ranking={period === 'now' ? undefined : ranking}
            />
          )}
        </>
      ) : (
        <p className={styles.soft}>{t('map.analysis.ranking.cannot')}</p>
      )}
    </section>
  );
}

interface ChoicesProps {
  mayAsk: boolean;
  period: RankingPeriod;
  order: RankingOrder;
  scale: Scale;
  onPeriod: (period: RankingPeriod) => void;
  onOrder: (order: RankingOrder) => void;
}

function Choices({ mayAsk, period, order, scale, onPeriod, onOrder }: ChoicesProps) {
  const { t } = useTranslation();
  // Without levels, a higher value is not necessarily worse.
  const words = scale.steps.length > 0 ? (['worst', 'best'] as const) : (['highest', 'lowest'] as const);
  return (
    <div className={styles.choices}>
      {mayAsk && (
        <Segmented<RankingPeriod>
          size="small"
          aria-label={t('map.analysis.ranking.period')}
          value={period}
          onChange={onPeriod}
          options={(['now', 'hour', 'day'] as const).map((value) => ({
            value,
            label: t(`map.analysis.ranking.${value}`),
          }))}
        />
      )}
      <Segmented<RankingOrder>
        size="small"
        aria-label={t('map.analysis.ranking.order')}
        value={order}
        onChange={onOrder}
        options={(['desc', 'asc'] as const).map((value, place) => ({
          value,
          label: t(`map.analysis.ranking.${words[place]}`),
        }))}
      />
    </div>
  );
}

/** Of a line, in pixels of a desk. */
const lineHeight = 37;

interface LinesProps {
  lines: PeriodRanking['lines'] | undefined;
  linesBefore: number | undefined;
  scale: Scale;
  error: Error | null;
  onRetry: () => void;
  onChoose: (siteId: number) => void;
}

function Lines({ lines, linesBefore = linesShown, scale, error, onRetry, onChoose }: LinesProps) {
  const { t } = useTranslation();
  if (!lines && error) {
    return (
      <div role="alert" className={`${parts.failed} ${styles.tenLines}`}>
        {t('map.analysis.failed', { detail: error.message })}
        <Button onClick={onRetry}>{t('map.retry')}</Button>
      </div>
    );
  }
  if (!lines) {
    const height = toRem(lineHeight * Math.max(1, linesBefore));
    return <div aria-busy className={parts.bone} style={{ height }} />;
  }
  if (lines.length === 0) return <p className={styles.soft}>{t('map.analysis.ranking.empty')}</p>;
  return <RankingList {...{ lines, scale, onChoose }} />;
}

interface BasisProps {
  period: RankingPeriod;
  layer: string;
  area: Bounds | undefined;
  isFiltered: boolean;
  /** Whose limits daily means are judged by. */
  levels: string | undefined;
  ranking: PeriodRanking | undefined;
}

/** Which period and which sites the ranking covers. */
function Basis({ period, layer, area, isFiltered, levels, ranking }: BasisProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useSession((session) => session.zone) || defaultZone;
  const texts = {
    now: t(layer === indexLayer ? 'map.analysis.ranking.basisIndex' : 'map.analysis.ranking.basisNow'),
    hour:
      typeof ranking?.hour === 'number' &&
      t('map.analysis.ranking.basisHour', { time: formatHour(ranking.hour, zone, language) }),
    day:
      ranking &&
      ranking.days.length > 0 &&
      t('map.analysis.ranking.basisDay', {
        day: ranking.days.map((day) => formatDay(day, language)).join(' – '),
      }),
  };
  const covered = t(area ? 'map.analysis.ranking.allInView' : 'map.analysis.ranking.allSites');
  const all = period !== 'now' && isFiltered && covered;
  const words = [texts[period], levels, all].filter(Boolean).join(' ');
  // Keeps the height of a line while the ranking loads.
  return <p className={styles.note}>{words || '\u00a0'}</p>;
}
