import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../air/index-preference.ts';
import { AnalysisPanel } from './analysis-panel/AnalysisPanel.tsx';
import { findNeighbours } from './geometry.ts';
import type { Layers } from './layers/use-layers.ts';
import styles from './map.module.css';
import type { MapSite, MapSites } from './map-site.ts';
import { PilePanel } from './PilePanel.tsx';
import { ReferencePanel } from './references/ReferencePanel.tsx';
import type { useReferences } from './references/use-references.ts';
import { SidePanel } from './SidePanel.tsx';
import { neighbourCount, type ShownSite } from './select-sites.ts';
import type { Scale } from './shade.ts';
import { SitePanel } from './site-panel/SitePanel.tsx';
import type { usePanels } from './use-panels.ts';

interface BesidePanelProps {
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
  sites: MapSites;
  all: readonly ShownSite[];
  shown: readonly ShownSite[];
  chosen: MapSite | undefined;
  station: ReturnType<typeof useReferences>['chosen'];
  /** Sites at one point, of which one has to be chosen. */
  pile: readonly number[];
  panels: ReturnType<typeof usePanels>;
  layers: Layers;
  onChoose: (site: Pick<ShownSite, 'site'>) => void;
  onClose: () => void;
}

/** What is known of the place that was chosen, or of all sites. */
export function BesidePanel(props: BesidePanelProps) {
  const { t } = useTranslation();
  const { snapshot, scale, preference, all, chosen, station, pile, panels, layers, onChoose, onClose } =
    props;
  const facts = { snapshot, scale, preference, onChoose };
  if (chosen) {
    return (
      <div className={`${styles['panel']} ${styles['right']}`}>
        <SitePanel
          {...facts}
          site={chosen}
          neighbours={findNeighbours(all, chosen.siteId, neighbourCount)}
          onClose={onClose}
        />
      </div>
    );
  }
  if (station) return <ReferencePanel {...station} {...{ snapshot, preference, onClose }} />;
  if (pile.length > 0) {
    return (
      <PilePanel {...facts} pile={all.filter(({ site }) => pile.includes(site.siteId))} onClose={onClose} />
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
      <AnalysisPanel
        {...facts}
        shown={props.shown}
        drawn={layers.drawn}
        hour={layers.lapse?.moment}
        all={props.sites}
      />
    </SidePanel>
  );
}
