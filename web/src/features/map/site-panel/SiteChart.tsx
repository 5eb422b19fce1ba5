import { Button, Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { countMissingHours, findMissingSpans } from '../../../air/missing-spans.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { measurePanels, panelsOption } from '../../../charts/panels/panels-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import { type ChartPeriod, chartPeriods } from './chart-choice.ts';
import { labelChannel, makeSitePanels, makeStrip } from './chart-panels.ts';
import { LineFigures, LineWords } from './LineFigures.tsx';
import { LineNotes } from './LineNotes.tsx';
import blocks from './site-blocks.module.css';
import { type SiteSeries, useSiteSeries } from './use-site-series.ts';

interface SiteChartProps {
  site: MapSite;
  /** The channels of the lines, at least one. */
  channels: readonly Channel[];
  period: ChartPeriod;
  preference: IndexPreference;
  scale: IndexScale;
  zone: string;
  onPeriod: (period: ChartPeriod) => void;
}

const emptyHeight = 220;

/** The chosen channels and the index of a site over time, with their lowest, highest and mean values. */
export function SiteChart({ site, channels, period, preference, scale, zone, onPeriod }: SiteChartProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSiteSeries({
    siteId: site.siteId,
    codes: channels.map(({ code }) => code),
    period,
    interval: site.interval,
    index: preference.index,
    zone,
  });
  return (
    <section aria-label={t('map.chart.title')} className={parts.block}>
      <h3>
        {t('map.chart.title')}
        <span className={parts.printOnly}>{t(`map.chart.spans.${period}`)}</span>
        <Segmented<ChartPeriod>
          size="small"
          className={parts.screenOnly ?? ''}
          aria-label={t('map.chart.period')}
          value={period}
          onChange={onPeriod}
          options={chartPeriods.map((value) => ({ value, label: t(`map.chart.periods.${value}`) }))}
        />
      </h3>
      {data && <Lines series={data} {...{ channels, period, preference, scale, zone }} />}
      {!data && !error && <div aria-busy className={parts.bone} style={{ height: toRem(emptyHeight) }} />}
      {!data && error && (
        <div role="alert" className={parts.failed} style={{ height: toRem(emptyHeight) }}>
          {t('map.panel.trendFailed', { detail: error.message })}
          <Button onClick={() => void refetch()}>{t('map.retry')}</Button>
        </div>
      )}
    </section>
  );
}

interface LinesProps extends Omit<SiteChartProps, 'site' | 'onPeriod'> {
  series: SiteSeries;
}

function Lines({ series, channels, period, preference, scale, zone }: LinesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const { colourBlindSafe } = preference;
  const facts = useMemo(() => {
    const { from, to, readAt, stepMs, lines, index, flags } = series;
    const panels = makeSitePanels(channels, lines, { flags, language, isDark: look.isDark });
    const cells = makeStrip(index, scale.steps);
    const missing = findMissingSpans(
      panels.flatMap((panel) => panel.lines),
      { from, to: Math.min(to, readAt), stepMs },
    );
    const strip = { name: t(`map.chart.short.${scale.key}`), colour: look.inkSoft, cells };
    return {
      from,
      to,
      zone,
      language,
      stepMs,
      panels,
      missing,
      colourBlindSafe,
      strip: cells.length > 0 ? strip : undefined,
      missingText: t('map.chart.missing'),
    };
  }, [series, channels, scale, zone, language, colourBlindSafe, look, t]);
  const option = useMemo(() => panelsOption(facts, look), [facts, look]);
  const names = channels.map((channel) => labelChannel(channel, language));
  const list = new Intl.ListFormat(language).format(names);
  const isEmpty = facts.panels.every(({ lines }) =>
    lines.every(({ values }) => values.every((value) => value === null)),
  );
  const hours = countMissingHours(facts.missing);
  return (
    <>
      <Chart
        option={option}
        height={isEmpty ? emptyHeight : measurePanels(facts)}
        label={t('map.chart.of', { names: list, period: t(`map.chart.spans.${period}`) })}
        empty={isEmpty ? t('map.chart.empty', { names: list }) : undefined}
      >
        <LineWords {...{ series, channels, zone }} />
      </Chart>
      {!isEmpty && (
        <ul className={blocks.legend}>
          {channels.map((channel, at) => (
            <li key={channel.code}>
              <i aria-hidden style={{ background: channelColour(channel.code, look.isDark) }} />
              {names[at]}
            </li>
          ))}
          {facts.strip && <li>{t('map.chart.indexKey', { name: scale.title })}</li>}
          {series.flags.length > 0 && <li>◆ {t('quality.flag.label')}</li>}
          {hours > 0 && (
            <li>
              <i aria-hidden className={blocks.missingKey} />
              {t('map.chart.missingHours', { count: hours })}
            </li>
          )}
        </ul>
      )}
      <LineFigures {...{ series, channels, zone, period }} />
      <LineNotes {...{ series, channels, zone }} />
    </>
  );
}
