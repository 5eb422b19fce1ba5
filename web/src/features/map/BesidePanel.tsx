import type { MapSnapshot } from '@limpid/contract/map/sites';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../air/index-preference.ts';
import { AnalysisPanel } from './analysis-panel/AnalysisPanel.tsx';
import type { Layers } from './layers/use-layers.ts';
import styles from './map.module.css';
import type { MapSite, MapSites } from './map-site.ts';
import { NearestReference } from './references/NearestReference.tsx';
import { ReferencePanel } from './references/ReferencePanel.tsx';
import type { DrawnReference } from './references/reference-hours.ts';
import type { useReferences } from './references/use-references.ts';
import { ReservedPanel, SidePanel } from './SidePanel.tsx';
import type { Scale } from './scale/shade.ts';
import panelStyles from './side-panel.module.css';
import { findNeighbours } from './sites/geometry.ts';
import { neighbourCount, type ShownSite } from './sites/select-sites.ts';
import type { Coverage } from './sites/use-coverage.ts';
import { OverlappingSitesPanel } from './sites-panel/OverlappingSitesPanel.tsx';
import type { usePanels } from './use-panels.ts';

/** Its chart and calendar are not part of the first load of the map. */
const SitePanel = lazy(async () => {
  const { SitePanel: panel } = await import('./site-panel/SitePanel.tsx');
  return { default: panel };
});

interface BesidePanelProps {
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
  sites: MapSites;
  all: readonly ShownSite[];
  shown: readonly ShownSite[];
  coverage: Coverage;
  chosen: MapSite | undefined;
  alarmId: number | undefined;
  station: ReturnType<typeof useReferences>['chosen'];
  /** The reference stations that the map shows. */
  stations: readonly DrawnReference[];
  /** The ids of sites and stations at one point, to choose one from. */
  overlapping: readonly number[];
  panels: ReturnType<typeof usePanels>;
  layers: Layers;
  /** The markers come first. */
  isEarly: boolean;
  onChoose: (site: Pick<ShownSite, 'site'>) => void;
  onChooseStation: (code: string) => void;
  onClose: () => void;
}

/** The panel on the right: of a site, of a reference station, of overlapping sites, or of all sites. */
export function BesidePanel(props: BesidePanelProps) {
  const { t } = useTranslation();
  const {
    snapshot,
    scale,
    preference,
    all,
    chosen,
    station,
    overlapping,
    panels,
    layers,
    onChoose,
    onClose,
  } = props;
  const hour = layers.timelapse?.moment;
  const facts = { snapshot, scale, preference, onChoose };
  if (chosen) {
    return (
      <div className={`${styles.panel} ${styles.right}`}>
        <Suspense fallback={<div aria-busy className={panelStyles.waiting} />}>
          <SitePanel
            {...facts}
            site={chosen}
            alarmId={props.alarmId}
            all={all}
            past={hour === undefined ? undefined : { hour, all: layers.all }}
            neighbours={findNeighbours(all, chosen.siteId, neighbourCount)}
            renderReference={({ measured, zone }) => (
              <NearestReference site={chosen} channels={measured} {...{ preference, zone }} />
            )}
            onClose={onClose}
          />
        </Suspense>
      </div>
    );
  }
  if (station) return <ReferencePanel {...station} {...{ snapshot, preference, onClose }} />;
  if (overlapping.length > 0) {
    const overlappingIds = new Set(overlapping);
    return (
      <OverlappingSitesPanel
        {...facts}
        hour={hour}
        overlapping={layers.all.filter(({ site }) => overlappingIds.has(site.siteId))}
        stations={props.stations.filter(({ id }) => overlappingIds.has(id))}
        onChooseStation={props.onChooseStation}
        onClose={onClose}
      />
    );
  }
  return (
    <SidePanel
      side="right"
      title={t('map.side.analysis')}
      words={{ show: t('map.side.show'), hide: t('map.side.hide') }}
      isOpen={panels.isAnalysisOpen}
      onToggle={panels.toggleAnalysis}
    >
      {props.isEarly ? (
        <ReservedPanel />
      ) : (
        <AnalysisPanel
          {...facts}
          shown={props.shown}
          drawn={layers.drawn}
          coverage={props.coverage}
          hour={hour}
          all={props.sites}
        />
      )}
    </SidePanel>
  );
}
