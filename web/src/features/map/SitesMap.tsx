import type { SiteNews } from '@limpid/contract/map/news';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLiveSites } from '../../api/live/live-sites.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { usePersonalChoice } from '../../resource/use-personal-choice.ts';
import { narrowQuery, useMedia } from '../../ui/use-media.ts';
import { AnalysisPanel } from './analysis-panel/AnalysisPanel.tsx';
import { findNeighbours } from './geometry.ts';
import { LapseBar } from './layers/LapseBar.tsx';
import { useLayers } from './layers/use-layers.ts';
import { WindLayer } from './layers/WindLayer.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import { MapLegend } from './MapLegend.tsx';
import { MapTools } from './MapTools.tsx';
import styles from './map.module.css';
import type { MapSites } from './map-site.ts';
import { PilePanel } from './PilePanel.tsx';
import { SidePanel } from './SidePanel.tsx';
import { SitesPanel } from './SitesPanel.tsx';
import type { ShownSite } from './select-sites.ts';
import { SitePanel } from './site-panel/SitePanel.tsx';
import { toPoints } from './to-points.ts';
import { useMapCamera } from './use-map-camera.ts';
import { useMapScale, useTaste } from './use-map-scale.ts';
import { useMapView } from './use-map-view.ts';
import { useShownSites } from './use-shown-sites.ts';

interface SitesMapProps {
  sites: MapSites;
  snapshot: MapSnapshot;
  onNews: (news: readonly SiteNews[]) => void;
}

const neighbourCount = 3;

/** The map with the list of its sites, the legend, and beside it what is known of one site or of all. */
export function SitesMap({ sites, snapshot, onNews }: SitesMapProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isNarrow = useMedia(narrowQuery);
  const wish = useLocation().pathname === '/gaode' ? 'amap' : 'own';
  const [view, change] = useMapView();
  const [taste, setTaste] = useTaste();
  const [isListOpen, openList] = usePersonalChoice('mapList', !isNarrow);
  const [isAnalysisOpen, openAnalysis] = usePersonalChoice('mapAnalysis', !isNarrow);
  const [pile, setPile] = useState<readonly number[]>([]);
  const scale = useMapScale(snapshot, view.layer, taste);
  const { all, shown } = useShownSites(sites, scale, snapshot.entities, view);
  const shownIds = useMemo(() => shown.map(({ site }) => site.siteId), [shown]);
  useLiveSites(shownIds, onNews);
  const chosen = view.siteId === undefined ? undefined : sites.get(view.siteId);
  const hasPanel = chosen !== undefined || isAnalysisOpen || pile.length > 0;
  const padding = isNarrow
    ? { top: 24, right: 24, bottom: hasPanel ? 320 : 24, left: 24 }
    : { top: 48, right: hasPanel ? 400 : 48, bottom: 48, left: isListOpen ? 360 : 48 };
  const places = shown.flatMap(({ site }) => (site.place ? [site.place] : []));
  const camera = useMapCamera(view, places, padding);
  const { channels } = snapshot;
  const layers = useLayers({ view, shown, scale, taste, channels, bounds: camera.bounds });
  const points = useMemo(
    () => toPoints(layers.drawn, { scale, language, saysLevel: taste.isSafe }),
    [layers.drawn, scale, language, taste.isSafe],
  );

  function choose({ site }: Pick<ShownSite, 'site'>): void {
    setPile([]);
    change({ siteId: site.siteId });
    if (site.place) camera.goTo(site.place);
  }

  function chooseOnMap(ids: readonly number[]): void {
    const [only, ...others] = ids;
    setPile(others.length > 0 ? ids : []);
    change({ siteId: others.length > 0 ? undefined : only });
  }

  const looks = [
    'fills-page',
    styles['map'],
    isListOpen && styles['hasList'],
    hasPanel && styles['hasPanel'],
  ];
  const facts = { snapshot, scale, taste, onChoose: choose };
  return (
    <div className={looks.filter(Boolean).join(' ')}>
      <MapCanvas
        wish={wish}
        start={camera.start}
        points={points}
        selected={view.siteId}
        surface={layers.surface}
        onReady={camera.ready}
        onMoved={({ center, zoom }) => {
          camera.moved();
          change({ centre: center, zoom });
        }}
        onSites={chooseOnMap}
      />
      {layers.winds.length > 0 && camera.map && <WindLayer map={camera.map} winds={layers.winds} />}
      <SidePanel
        side="left"
        title={t('map.list.title')}
        words={{ show: t('map.list.show'), hide: t('map.list.hide') }}
        isOpen={isListOpen}
        onToggle={openList}
      >
        <SitesPanel
          shown={shown}
          total={all.length}
          view={view}
          scale={scale}
          entities={snapshot.entities}
          onChange={change}
          onChoose={choose}
        />
      </SidePanel>
      <MapLegend
        scale={scale}
        indexTitle={t(`map.indices.${taste.index}`)}
        channels={channels}
        onChange={(layer) => change({ layer, levels: [] })}
      />
      <MapTools
        view={view}
        taste={taste}
        onView={change}
        onTaste={setTaste}
        onZoom={camera.zoom}
        onFit={camera.showAll}
        onLapse={() => layers.openLapse(true)}
      />
      {layers.lapse && <LapseBar lapse={layers.lapse} onClose={() => layers.openLapse(false)} />}
      {chosen ? (
        <div className={`${styles['panel']} ${styles['right']}`}>
          <SitePanel
            {...facts}
            site={chosen}
            neighbours={findNeighbours(all, chosen.siteId, neighbourCount)}
            onClose={() => change({ siteId: undefined })}
          />
        </div>
      ) : pile.length > 0 ? (
        <PilePanel
          {...facts}
          pile={all.filter(({ site }) => pile.includes(site.siteId))}
          onClose={() => setPile([])}
        />
      ) : (
        <SidePanel
          side="right"
          title={t('map.side.analysis')}
          words={{ show: t('map.side.show'), hide: t('map.side.hide') }}
          isOpen={isAnalysisOpen}
          onToggle={openAnalysis}
        >
          <AnalysisPanel {...facts} shown={shown} all={sites} />
        </SidePanel>
      )}
    </div>
  );
}
