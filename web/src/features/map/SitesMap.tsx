import type { SiteNews } from '@limpid/contract/map/news';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLiveSites } from '../../api/live/live-sites.ts';
import { useTaste } from '../../resource/air/use-taste.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { usePersonalChoice } from '../../resource/use-personal-choice.ts';
import { narrowQuery, useMedia } from '../../ui/use-media.ts';
import { AnalysisPanel } from './analysis-panel/AnalysisPanel.tsx';
import { findNeighbours } from './geometry.ts';
import { LapseBar } from './layers/LapseBar.tsx';
import { useLayers } from './layers/use-layers.ts';
import { WindLayer } from './layers/WindLayer.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import { MapHint } from './MapHint.tsx';
import { MapLegend } from './MapLegend.tsx';
import { MapTools } from './MapTools.tsx';
import styles from './map.module.css';
import type { MapSites } from './map-site.ts';
import { PilePanel } from './PilePanel.tsx';
import { ReferencePanel } from './references/ReferencePanel.tsx';
import { useReferences } from './references/use-references.ts';
import { SidePanel } from './SidePanel.tsx';
import { SitesPanel } from './SitesPanel.tsx';
import type { ShownSite } from './select-sites.ts';
import { SitePanel } from './site-panel/SitePanel.tsx';
import { toPoints } from './to-points.ts';
import { useMapCamera } from './use-map-camera.ts';
import { useMapScale } from './use-map-scale.ts';
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
  const [isListChosen, openList] = usePersonalChoice('mapList', !isNarrow);
  // Without a map the list is all there is.
  const [isBlind, setBlind] = useState(false);
  const isListOpen = isListChosen || isBlind;
  const [isAnalysisOpen, openAnalysis] = usePersonalChoice('mapAnalysis', !isNarrow);
  const [pile, setPile] = useState<readonly number[]>([]);
  const scale = useMapScale(snapshot, view.layer, taste);
  const { all, shown } = useShownSites(sites, scale, snapshot.entities, view);
  const shownIds = useMemo(() => shown.map(({ site }) => site.siteId), [shown]);
  useLiveSites(shownIds, onNews);
  const chosen = view.siteId === undefined ? undefined : sites.get(view.siteId);
  const references = useReferences({ view, snapshot, scale, taste });
  const station = references.chosen;
  const hasPanel = Boolean(chosen ?? station) || isAnalysisOpen || pile.length > 0;
  const padding = isNarrow
    ? { top: 24, right: 24, bottom: hasPanel ? 320 : 24, left: 24 }
    : { top: 48, right: hasPanel ? 400 : 48, bottom: 48, left: isListOpen ? 360 : 48 };
  const places = shown.flatMap(({ site }) => (site.place ? [site.place] : []));
  const camera = useMapCamera(view, places, padding);
  const { channels } = snapshot;
  const layers = useLayers({ view, shown, scale, taste, channels, bounds: camera.bounds });
  const own = useMemo(
    () => toPoints(layers.drawn, { scale, language, saysLevel: taste.isSafe }),
    [layers.drawn, scale, language, taste.isSafe],
  );
  // The film is of our own sites: the present of others has no place in it.
  const others = layers.lapse ? undefined : references.points;
  const points = useMemo(() => (others ? [...others, ...own] : own), [others, own]);

  function choose({ site }: Pick<ShownSite, 'site'>): void {
    setPile([]);
    change({ siteId: site.siteId, station: undefined });
    if (site.place) camera.goTo(site.place);
  }

  function chooseOnMap(ids: readonly number[]): void {
    const sitesHere = ids.filter((id) => sites.has(id));
    const isPile = sitesHere.length > 1;
    setPile(isPile ? sitesHere : []);
    // Where both stand, our own sites lie on top.
    const siteId = isPile ? undefined : sitesHere[0];
    change({ siteId, station: sitesHere.length > 0 ? undefined : references.nameOf(ids[0]) });
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
        selected={station?.reference.id ?? view.siteId}
        surface={layers.surface}
        onReady={camera.ready}
        onMoved={({ center, zoom }) => {
          camera.moved();
          change({ centre: center, zoom });
        }}
        onSites={chooseOnMap}
        onMissing={() => setBlind(true)}
      >
        {view.siteId !== undefined && !chosen && (
          <MapHint text={t('map.canvas.unknownSite')} onClose={() => change({ siteId: undefined })} />
        )}
        {sites.size === 0 && !isListOpen && <MapHint text={t('map.list.noneHint')} />}
      </MapCanvas>
      {layers.winds.length > 0 && camera.map && <WindLayer map={camera.map} winds={layers.winds} />}
      <SidePanel
        side="left"
        title={t('map.list.title')}
        words={{ show: t('map.list.show'), hide: t('map.list.hide') }}
        isOpen={isListOpen}
        onToggle={(isOpen) => {
          setBlind(false);
          openList(isOpen);
        }}
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
        hasReferences={points !== own && points.length > own.length}
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
      ) : station ? (
        <ReferencePanel
          {...station}
          {...{ snapshot, taste }}
          onClose={() => change({ station: undefined })}
        />
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
