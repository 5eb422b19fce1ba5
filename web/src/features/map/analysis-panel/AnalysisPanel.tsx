import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo } from 'react';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useHourText } from '../layers/use-timelapse.ts';
import type { MapSites } from '../map-site.ts';
import { type Scale, shadeSite } from '../scale/shade.ts';
import { CoverageSwitch } from '../sites/CoverageSwitch.tsx';
import type { ShownSite } from '../sites/select-sites.ts';
import type { Coverage } from '../sites/use-coverage.ts';
import { AlarmBlock } from './AlarmBlock.tsx';
import styles from './analysis-panel.module.css';
import { LevelShares } from './LevelShares.tsx';
import { NoticeLines } from './NoticeLines.tsx';
import { OnlineBlock } from './OnlineBlock.tsx';
import { RankingBlock } from './RankingBlock.tsx';

interface AnalysisPanelProps {
  /** The sites that match search and filters. */
  shown: readonly ShownSite[];
  /** The same sites as the map draws them: now, or in an hour of the time-lapse. */
  drawn: readonly ShownSite[];
  hour: number | undefined;
  coverage: Coverage;
  all: MapSites;
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
  onChoose: (shown: ShownSite) => void;
}

/** Statistics of the sites in view or of all: levels, ranking, alarms, online rate, notices. */
export function AnalysisPanel(props: AnalysisPanelProps) {
  const { shown, drawn, hour, coverage, all, snapshot, scale, preference, onChoose } = props;
  const isFiltered = shown.length < all.size;
  const { select } = coverage;
  const time = useHourText(hour);
  const covered = useMemo(() => select(shown), [select, shown]);
  const coveredDrawn = useMemo(() => select(drawn), [select, drawn]);

  function choose(siteId: number): void {
    const site = all.get(siteId);
    if (site) onChoose({ site, look: shadeSite(site, scale, serverNow()) });
  }

  return (
    <div className={styles.body}>
      <CoverageSwitch coverage={coverage} all={drawn.length} />
      {time && <p className={styles.hour}>{time}</p>}
      <LevelShares shown={coveredDrawn} scale={scale} />
      <RankingBlock
        {...{ isFiltered, snapshot, scale, preference }}
        shown={hour === undefined ? covered : coveredDrawn}
        hour={hour}
        area={coverage.area}
        onChoose={choose}
      />
      <AlarmBlock />
      <OnlineBlock shown={covered} isPast={hour !== undefined} area={coverage.area} isFiltered={isFiltered} />
      <NoticeLines />
    </div>
  );
}
