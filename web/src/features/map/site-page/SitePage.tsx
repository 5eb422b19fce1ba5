import { EnvironmentOutlined, PrinterOutlined } from '@ant-design/icons';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { siteAddress } from '../../../query/links/site-address.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import { NearestReference } from '../references/NearestReference.tsx';
import type { Scale } from '../scale/shade.ts';
import { ChannelGroups } from '../site-panel/ChannelGroups.tsx';
import { pickLines, readChartChoice, toggleLine, writeChartChoice } from '../site-panel/chart-choice.ts';
import { IndexBlock } from '../site-panel/IndexBlock.tsx';
import { LevelAdvice } from '../site-panel/LevelAdvice.tsx';
import { MonthStrip } from '../site-panel/MonthStrip.tsx';
import { NeighbourList } from '../site-panel/NeighbourList.tsx';
import { SiteAlarmList } from '../site-panel/SiteAlarmList.tsx';
import { SiteChart } from '../site-panel/SiteChart.tsx';
import { SiteCommands } from '../site-panel/SiteCommands.tsx';
import { SiteFacts } from '../site-panel/SiteFacts.tsx';
import { SiteHead } from '../site-panel/SiteHead.tsx';
import { SiteLinks } from '../site-panel/SiteLinks.tsx';
import { useSiteFacts } from '../site-panel/use-site-facts.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import styles from './site-page.module.css';

interface SitePageProps {
  site: MapSite;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  /** All sites that the person may see. */
  all: readonly ShownSite[];
  neighbours: readonly ShownSite[];
  scale: Scale;
}

/** Young values show their age in seconds. */
const agingMs = 5000;

/** The same blocks as in the panel of the map, with room for all of them; the chart's choice is in the address. */
export function SitePage({ site, snapshot, preference, all, neighbours, scale }: SitePageProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const navigate = useNavigate();
  const now = useServerTime(agingMs);
  const sheet = useSiteFacts(site, snapshot, preference, now);
  const { entity, zone, values, measured, indexScale, mayReadTrend, mayReadCalendar } = sheet;
  const [address, setAddress] = useSearchParams();
  const choice = readChartChoice(address);
  const lines = pickLines(measured, choice.codes, scale.layer);
  const codes = lines.map(({ code }) => code);
  const change = (part: Partial<typeof choice>) =>
    setAddress(writeChartChoice({ ...choice, ...part }, address), { replace: true });
  useDocumentTitle(site.name);
  return (
    <article aria-labelledby={titleId} className={styles.page}>
      <div className={styles.top}>
        <SiteHead {...{ site, entity, now, titleId }} />
        <PrintedAt now={now} zone={zone} />
        <div className={styles.tools}>
          <Link to={`/home?site=${site.siteId}`}>
            <Button icon={<EnvironmentOutlined aria-hidden />}>{t('map.sitePage.onMap')}</Button>
          </Link>
          <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('map.sitePage.print')}
          </Button>
        </div>
      </div>
      <Card area="index">
        <IndexBlock
          {...{ site, snapshot, preference, zone, now }}
          hourAgo={all.find((shown) => shown.site.siteId === site.siteId)?.hourAgo}
        />
        <SiteAlarmList siteId={site.siteId} alarmId={undefined} />
        <LevelAdvice scale={indexScale} aqi={sheet.aqi} />
      </Card>
      <Card area="facts">
        <SiteFacts {...{ site, all, scale, entity }} />
        {site.place && neighbours.length > 0 && (
          <NeighbourList
            here={site.place}
            {...{ neighbours, scale }}
            onChoose={(shown) => void navigate(siteAddress(shown.site.siteId))}
          />
        )}
      </Card>
      <Card area="values">
        <ChannelGroups
          {...{ site, values, now }}
          channels={measured}
          chosen={codes}
          onChoose={mayReadTrend ? (code) => change({ codes: toggleLine(codes, code) }) : undefined}
        />
      </Card>
      {mayReadTrend && lines.length > 0 && (
        <Card area="chart">
          <SiteChart
            {...{ site, preference, zone }}
            channels={lines}
            period={choice.period}
            scale={indexScale}
            onPeriod={(period) => change({ period })}
          />
        </Card>
      )}
      {mayReadCalendar && (
        <Card area="strip">
          <MonthStrip siteId={site.siteId} scale={indexScale} {...{ preference, zone, now }} />
        </Card>
      )}
      <Card area="reference">
        <NearestReference {...{ site, preference, zone }} channels={measured} />
      </Card>
      <Card area="links">
        <SiteLinks site={site} channel={codes[0]} />
        <SiteCommands siteId={site.siteId} siteName={site.name} />
      </Card>
    </article>
  );
}

/** A block without content takes no room. */
function Card({ area, children }: { area: string; children: ReactNode }) {
  return (
    <div className={styles.card} data-area={area}>
      {children}
    </div>
  );
}

/** On paper only: when the page was printed, on which clock. */
function PrintedAt({ now, zone }: { now: number; zone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <p className={styles.printedAt}>
      {t('map.sitePage.printedAt', { time: formatMoment(now, zone, language), zone })}
    </p>
  );
}

/** The name of the site in the title, which is also the name of a printed file. */
function useDocumentTitle(name: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${name} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [name]);
}
