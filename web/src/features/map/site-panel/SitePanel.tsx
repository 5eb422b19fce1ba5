import type { MapSnapshot } from '@limpid/contract/map/sites';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import { useEscape } from '../../../ui/use-escape.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import type { MapSite } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { ChannelGroups } from './ChannelGroups.tsx';
import { type ChartChoice, pickLines, toggleLine } from './chart-choice.ts';
import { IndexBlock } from './IndexBlock.tsx';
import { LevelAdvice } from './LevelAdvice.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { NeighbourList } from './NeighbourList.tsx';
import { ShownHour } from './ShownHour.tsx';
import { SiteAlarmList } from './SiteAlarmList.tsx';
import { SiteChart } from './SiteChart.tsx';
import { SiteCommands } from './SiteCommands.tsx';
import { SiteFacts } from './SiteFacts.tsx';
import { SiteHead } from './SiteHead.tsx';
import { SiteLinks } from './SiteLinks.tsx';
import styles from './site-panel.module.css';
import { type SiteFactSheet, useSiteFacts } from './use-site-facts.ts';
import { withHourAgo } from './use-site-values.ts';

interface SitePanelProps {
  site: MapSite;
  /** The alarm that the panel was opened for. */
  alarmId: number | undefined;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  /** All sites that the person may see. */
  all: readonly ShownSite[];
  /** The nearest sites, nearest first. */
  neighbours: readonly ShownSite[];
  scale: Scale;
  /** The hour of the time-lapse, and all sites in it; undefined for the present. */
  past: { hour: number; all: readonly ShownSite[] } | undefined;
  /** Compares the site with the nearest reference station. */
  renderReference: (sheet: SiteFactSheet) => ReactNode;
  onChoose: (shown: ShownSite) => void;
  onClose: () => void;
}

/** Young values show their age in seconds. */
const agingMs = 5000;

/** One site: its index and what it means, its values, its chart and its days, and what is around it. */
export function SitePanel(props: SitePanelProps) {
  const { site, alarmId, snapshot, preference, all, neighbours, scale, onChoose, onClose } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const now = useServerTime(agingMs);
  const returnFocus = useFocusReturn();
  const close = () => {
    onClose();
    returnFocus();
  };
  useEscape(true, close);
  const [choice, setChoice] = useState<ChartChoice>({ codes: [], period: 'day' });
  const sheet = useSiteFacts(site, snapshot, preference, now);
  const { entity, zone, measured, indexScale, mayReadTrend } = sheet;
  const listed = all.find((shown) => shown.site.siteId === site.siteId);
  const values = withHourAgo(sheet.values, scale.layer, listed?.hourAgo);
  const lines = pickLines(measured, choice.codes, scale.layer);
  const codes = lines.map(({ code }) => code);
  const choose = (code: string) => setChoice({ ...choice, codes: toggleLine(codes, code) });
  return (
    <section aria-labelledby={titleId} className={styles.panel}>
      <SiteHead {...{ site, entity, now, titleId }} onClose={close} />
      <div className={styles.body}>
        {props.past && (
          <ShownHour siteId={site.siteId} scale={scale} index={preference.index} {...props.past} />
        )}
        <IndexBlock
          {...{ site, snapshot, preference, zone, now }}
          hourAgo={scale.layer === indexLayer ? listed?.hourAgo : undefined}
        />
        <SiteAlarmList siteId={site.siteId} alarmId={alarmId} />
        <LevelAdvice scale={indexScale} aqi={sheet.aqi} />
        <ChannelGroups
          {...{ site, values, now }}
          channels={measured}
          chosen={codes}
          onChoose={mayReadTrend ? choose : undefined}
        />
        {mayReadTrend && lines.length > 0 && (
          <SiteChart
            {...{ site, preference, zone }}
            channels={lines}
            period={choice.period}
            scale={indexScale}
            onPeriod={(period) => setChoice({ ...choice, period })}
          />
        )}
        {!mayReadTrend && <p className={styles.note}>{t('map.panel.trendForbidden')}</p>}
        {sheet.mayReadCalendar && (
          <MonthStrip siteId={site.siteId} scale={indexScale} {...{ preference, zone, now }} />
        )}
        <SiteFacts {...{ site, all, scale, entity }} />
        {site.place && neighbours.length > 0 && (
          <NeighbourList here={site.place} {...{ neighbours, scale, onChoose }} />
        )}
        {props.renderReference(sheet)}
        <SiteLinks site={site} channel={codes[0]} />
        <SiteCommands siteId={site.siteId} siteName={site.name} />
      </div>
    </section>
  );
}
