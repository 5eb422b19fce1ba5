import type { SiteUpdate } from '@limpid/contract/map/site-update';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLiveSites } from '../../api/live/live-sites.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import type { LngLat } from '../../map/map.ts';
import { clusterMaxZoom } from '../../map/mercator.ts';
import { useSitesInAlarm } from '../../query/alarms/use-alarms.ts';
import { useScale } from '../../ui/scale.ts';
import { compactQuery, narrowQuery, useMedia } from '../../ui/use-media.ts';
import { BesidePanel } from './BesidePanel.tsx';
import { HoverCard } from './canvas/HoverCard.tsx';
import { MapCanvas } from './canvas/MapCanvas.tsx';
import { MapTools } from './canvas/MapTools.tsx';
import { useFirstMarkers, useHeldUpdates } from './canvas/use-first-markers.ts';
import { useMapCamera } from './canvas/use-map-camera.ts';
import { DemoProgress } from './DemoProgress.tsx';
import { TimelapseBar } from './layers/TimelapseBar.tsx';
import { useLayers } from './layers/use-layers.ts';
import { useOpenTimelapse } from './layers/use-timelapse.ts';
import { WindLayer } from './layers/wind/WindLayer.tsx';
import { MapHint } from './MapHint.tsx';
import styles from './map.module.css';
import type { MapSites } from './map-site.ts';
import { NothingInView } from './places/NothingInView.tsx';
import { placeBeside } from './references/place-beside.ts';
import { useReferences } from './references/use-references.ts';
import { ReservedPanel, SidePanel } from './SidePanel.tsx';
import { MapLegend } from './scale/MapLegend.tsx';
import { useMapChannels, useMapScale } from './scale/use-map-scale.ts';
import { makeListPlaces } from './sites/list-places.ts';
import { resolveClick } from './sites/resolve-click.ts';
import type { ShownSite } from './sites/select-sites.ts';
import { useCoverage } from './sites/use-coverage.ts';
import { useHourAgo } from './sites/use-hour-ago.ts';
import { useShownSites } from './sites/use-shown-sites.ts';
import { useSiteFlags } from './sites/use-site-flags.ts';
import { useSitePoints } from './sites/use-site-points.ts';
import { SitesPanel } from './sites-panel/SitesPanel.tsx';
import { useMapView } from './use-map-view.ts';
import { usePanels } from './use-panels.ts';

const none: readonly ShownSite[] = [];

/** Not part of the first load of the map. */
const CannonLayer = lazy(async () => {
  const { CannonLayer: layer } = await import('./cannons/CannonLayer.tsx');
  return { default: layer };
});

interface SitesMapProps {
  sites: MapSites;
  snapshot: MapSnapshot;
  onUpdates: (updates: readonly SiteUpdate[]) => void;
}

/** The map with the list of sites, the legend, the tools, and the panel of one site or of all. */
export function SitesMap({ sites, snapshot, onUpdates }: SitesMapProps) {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrowQuery);
  const isCompact = useMedia(compactQuery);
  const provider = useLocation().pathname === '/gaode' ? 'amap' : 'own';
  const isDemo = /^1+$/.test(snapshot.sites.simulated);
  const [view, change] = useMapView(isDemo);
  const [preference, setPreference] = useIndexPreference();
  const [mapMissing, setMapMissing] = useState(false);
  const [overlapping, setOverlapping] = useState<readonly number[]>([]);
  const scale = useMapScale(snapshot, view.layer, preference);
  const alarms = useSitesInAlarm();
  const firstMarkers = useFirstMarkers({ mapMissing });
  const hoursAgo = useHourAgo(scale.layer, preference.index, sites, firstMarkers.areDrawn);
  const channels = useMapChannels(snapshot, preference);
  const { index } = preference;
  const { areDrawn: areMarkersDrawn } = firstMarkers;
  const flags = useSiteFlags({ layer: scale.layer, index, channels, areMarkersDrawn });
  const { all, shown, pick, subscribedIds } = useShownSites(
    { sites, alarms, hoursAgo, flags, scale, entities: snapshot.entities },
    view,
  );
  useLiveSites(subscribedIds, useHeldUpdates(!firstMarkers.areDrawn, onUpdates));
  const chosen = view.siteId === undefined ? undefined : sites.get(view.siteId);
  const [timelapse, openTimelapse] = useOpenTimelapse(view.hour, scale.layer, preference);
  const references = useReferences({ view, snapshot, scale, preference, timelapse });
  const station = references.chosen;
  const isPlaceOpen = Boolean(chosen ?? station) || overlapping.length > 0;
  const panels = usePanels({ isNarrow, isCompact, mapMissing, isPlaceOpen, closePlace });
  const { isListOpen, isAnalysisOpen } = panels;
  const hasPanel = isPlaceOpen || isAnalysisOpen;
  const [listPlaces] = useState(makeListPlaces);
  const places = useMemo(() => listPlaces(shown), [listPlaces, shown]);
  const camera = useMapCamera(view, {
    places,
    chosen: chosen?.place ?? undefined,
    frame: { isNarrow, isCompact, isListOpen, hasPanel, scale: useScale() },
  });
  // A notification of an alarm changes the address of an open map.
  const showAlarm = useEffectEvent(() => chosen?.place && camera.goTo(chosen.place));
  useEffect(() => {
    if (view.alarmId !== undefined) showAlarm();
  }, [view.alarmId]);
  // Indices are numbers.
  const dataType = channels.find(({ code }) => code === scale.layer)?.dataType ?? 'number';
  const layers = useLayers({
    view,
    all,
    shown,
    pick,
    scale,
    channels,
    bounds: camera.bounds,
    references: references.values,
    timelapse,
  });
  const { search } = view;
  const freeArea = useDeferredValue(camera.freeArea);
  const coverage = useCoverage(layers.drawn, freeArea, { search, mapMissing });
  // What is in view is known once the map is open.
  const isListed = firstMarkers.areDrawn && (mapMissing || freeArea !== undefined);
  const { expectNone } = firstMarkers;
  useEffect(() => {
    if (coverage.inView === 0) expectNone();
  }, [coverage.inView, expectNone]);
  const [listDrawnPlaces] = useState(makeListPlaces);
  const drawnPlaces = useMemo(() => listDrawnPlaces(layers.drawn), [listDrawnPlaces, layers.drawn]);
  const sitePoints = useSitePoints(layers.drawn, scale, preference);
  const others = useMemo(
    () => references.points && placeBeside(references.points, drawnPlaces),
    [references.points, drawnPlaces],
  );
  const points = useMemo(() => (others ? [...others, ...sitePoints] : sitePoints), [others, sitePoints]);

  function closePlace(): void {
    setOverlapping([]);
    change({ siteId: undefined, alarmId: undefined, station: undefined });
  }

  function closeTimelapse(): void {
    openTimelapse(false);
    change({ hour: undefined });
  }

  function choose({ site }: Pick<ShownSite, 'site'>): void {
    setOverlapping([]);
    change({ siteId: site.siteId, alarmId: undefined, station: undefined });
    if (site.place) camera.goTo(site.place);
  }

  function chooseOnMap(ids: readonly number[], position: LngLat): void {
    const { overlapping: several, ...opened } = resolveClick(ids, (id) => sites.has(id), references.codeOf);
    setOverlapping(several);
    change({ ...opened, alarmId: undefined });
    camera.reveal(position);
  }

  const looks = [
    'fills-page',
    styles.map,
    isListOpen && styles.hasList,
    hasPanel && styles.hasPanel,
    mapMissing && styles.mapMissing,
  ];
  return (
    <div className={looks.filter(Boolean).join(' ')}>
      <MapCanvas
        provider={provider}
        start={camera.start}
        points={points}
        selected={references.selected ?? view.siteId}
        surface={layers.surface}
        onReady={(handle) => {
          camera.ready(handle);
          firstMarkers.watch(handle);
        }}
        onMoved={(seen) => {
          camera.moved(seen);
          change({ centre: seen.center, zoom: seen.zoom });
        }}
        onSites={chooseOnMap}
        onMissing={() => setMapMissing(true)}
      >
        {view.siteId !== undefined && !chosen && (
          <MapHint text={t('map.canvas.unknownSite')} onClose={closePlace} />
        )}
        {timelapse?.isEmpty && <MapHint text={t('map.timelapse.empty')} />}
        {isDemo && <DemoProgress isYoung={snapshot.hours.length === 0} />}
        {sites.size === 0 && !isListOpen && <MapHint text={t('map.list.noneHint')} />}
        {coverage.inView === 0 && firstMarkers.areDrawn && (
          <NothingInView sites={drawnPlaces} onShow={camera.show} />
        )}
      </MapCanvas>
      {camera.map && <HoverCard map={camera.map} {...{ points, scale }} drawn={layers.drawn} />}
      {layers.winds.length > 0 && camera.map && firstMarkers.areDrawn && (
        <WindLayer map={camera.map} winds={layers.winds} hour={timelapse?.moment} />
      )}
      {view.cannons && camera.map && hasAnyPermission('fog:gun:list') && (
        <Suspense>
          <CannonLayer map={camera.map} />
        </Suspense>
      )}
      <SidePanel
        side="left"
        title={t('map.list.title')}
        words={{ show: t('map.list.show'), hide: t('map.list.hide') }}
        isOpen={isListOpen}
        onToggle={mapMissing ? undefined : panels.toggleList}
      >
        {isListed ? (
          <SitesPanel
            drawn={layers.drawn}
            coverage={coverage}
            hour={timelapse?.moment}
            total={all.length}
            view={view}
            scale={scale}
            entities={snapshot.entities}
            onChange={change}
            onChoose={choose}
          />
        ) : (
          <ReservedPanel />
        )}
      </SidePanel>
      <MapLegend
        scale={scale}
        indexTitle={t(`map.indices.${preference.index}`)}
        channels={channels}
        saysLevel={preference.colourBlindSafe}
        drawn={mapMissing ? none : layers.drawn}
        hasReferences={points !== sitePoints && points.length > sitePoints.length}
        hasClusters={!mapMissing && sitePoints.length > 1 && (view.zoom ?? 0) < clusterMaxZoom + 1}
        onChange={(layer) => change({ layer, levels: [] })}
      />
      <MapTools
        mapMissing={mapMissing}
        places={places}
        view={view}
        preference={preference}
        onView={change}
        onPreference={setPreference}
        onZoom={camera.zoom}
        onFit={camera.showAll}
        onShow={camera.show}
        day={timelapse?.day}
        onTimelapse={() => openTimelapse(true)}
      />
      {timelapse && <TimelapseBar {...{ timelapse, dataType }} onClose={closeTimelapse} />}
      <BesidePanel
        {...{
          snapshot,
          scale,
          preference,
          sites,
          all,
          shown,
          coverage,
          chosen,
          station,
          stations: references.drawn,
          overlapping,
          panels,
          layers,
        }}
        isEarly={!isListed}
        alarmId={view.alarmId}
        onChoose={choose}
        onChooseStation={(code) => {
          setOverlapping([]);
          change({ siteId: undefined, alarmId: undefined, station: code });
        }}
        onClose={closePlace}
      />
    </div>
  );
}
