import type { SiteUpdate } from '@limpid/contract/map/site-update';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLiveSites } from '../../../api/live/live-sites.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import type { Bounds, MapHandle } from '../../../map/map.ts';
import { useSitesInAlarm } from '../../../query/alarms/use-alarms.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScale } from '../../../ui/scale.ts';
import { narrowQuery, useMedia } from '../../../ui/use-media.ts';
import { useWallScreen, useWallType } from '../../../ui/use-wall-screen.ts';
import { LevelShares } from '../analysis-panel/LevelShares.tsx';
import { RankingList } from '../analysis-panel/RankingList.tsx';
import { rankNow } from '../analysis-panel/rank-sites.ts';
import { world } from '../canvas/choose-start.ts';
import { MapCanvas } from '../canvas/MapCanvas.tsx';
import { useSurface } from '../layers/use-surface.ts';
import { WindLayer } from '../layers/wind/WindLayer.tsx';
import { findWinds } from '../layers/wind/wind.ts';
import { MapHint } from '../MapHint.tsx';
import type { MapSites } from '../map-site.ts';
import { indexLayer, wholeView } from '../map-view.ts';
import { usePlaces } from '../places/use-places.ts';
import { useMapChannels, useMapScale } from '../scale/use-map-scale.ts';
import { selectMembers } from '../sites/in-view.ts';
import { makeListPlaces } from '../sites/list-places.ts';
import { useHourAgo } from '../sites/use-hour-ago.ts';
import { useMapSites } from '../sites/use-map-sites.ts';
import { useShownSites } from '../sites/use-shown-sites.ts';
import { useSiteFlags } from '../sites/use-site-flags.ts';
import { useSitePoints } from '../sites/use-site-points.ts';
import { useTour } from './use-tour.ts';
import { WallFullscreen } from './WallFullscreen.tsx';
import { WallTitle } from './WallTitle.tsx';
import styles from './wall.module.css';

/** The width of the ranking and the height of the title, with their gaps and half a marker. */
const [rankingWidth, titleHeight] = [456, 160];
/** Where there is no room beside the map, the ranking covers this share of its height, and a strip below it. */
const [rankingShare, stripHeight] = [0.45, 72];

/** All places of a country, in effect; finding them takes long for sites that lie far apart. */
const mostToured = 200;

/** A screen for a wall: the map tours the places that have sites, with their ranking and a clock. */
export default function WallScreen() {
  const { t } = useTranslation();
  useWallScreen(true);
  useWallType();
  const { sites, snapshot, error, refresh, receive } = useMapSites();
  if (error)
    return (
      <ErrorState
        title={t('map.failed')}
        detail={error.message}
        retryText={t('map.retry')}
        onRetry={refresh}
      />
    );
  if (!snapshot) return <div className={styles.wall} aria-busy />;
  return <Wall sites={sites} snapshot={snapshot} onUpdates={receive} />;
}

interface WallProps {
  sites: MapSites;
  snapshot: MapSnapshot;
  onUpdates: (updates: readonly SiteUpdate[]) => void;
}

function Wall({ sites, snapshot, onUpdates }: WallProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [map, setMap] = useState<MapHandle>();
  const [bounds, setBounds] = useState<Bounds>();
  const [preference] = useIndexPreference();
  const scale = useMapScale(snapshot, indexLayer, preference);
  const channels = useMapChannels(snapshot, preference);
  const alarms = useSitesInAlarm();
  const hoursAgo = useHourAgo(indexLayer, preference.index, sites);
  const flags = useSiteFlags({ layer: indexLayer, index: preference.index, channels });
  const { all, subscribedIds } = useShownSites(
    { sites, alarms, hoursAgo, flags, scale, entities: snapshot.entities },
    wholeView,
  );
  useLiveSites(subscribedIds, onUpdates);
  // The places are found again only if sites move, come or go.
  const [listPlaces] = useState(makeListPlaces);
  const located = useMemo(() => listPlaces(all), [listPlaces, all]);
  const places = usePlaces(located, true, mostToured);
  const zoomed = useScale();
  const isNarrow = useMedia(narrowQuery);
  const place = useTour(
    map,
    places,
    isNarrow
      ? {
          right: 24,
          left: 24,
          top: titleHeight,
          bottom: (map?.getSize().height ?? 0) * rankingShare + stripHeight,
        }
      : { right: rankingWidth * zoomed, left: 60, top: titleHeight * zoomed, bottom: 60 },
  );
  const points = useSitePoints(all, scale, preference);
  const surface = useSurface(true, { bounds, shown: all, scale });
  const winds = useMemo(
    () =>
      findWinds(
        all.map(({ site }) => site),
        channels,
        serverNow(),
      ),
    [all, channels],
  );
  const here = place ? selectMembers(all, place) : all;
  return (
    <div className={`fills-page ${styles.wall}`}>
      <MapCanvas
        provider="own"
        start={() => world}
        points={points}
        selected={undefined}
        surface={surface}
        onReady={(handle) => {
          setMap(handle);
          setBounds(handle.getBounds());
        }}
        onMoved={() => setBounds(map?.getBounds())}
        onSites={([siteId]) => void navigate(`/home?site=${siteId}`)}
        onMissing={() => undefined}
      >
        {sites.size === 0 && <MapHint text={t('map.list.noneHint')} />}
      </MapCanvas>
      {winds.length > 0 && map && <WindLayer map={map} winds={winds} />}
      <WallTitle {...{ place, here }} entities={snapshot.entities} />
      <WallFullscreen />
      <aside aria-label={t('map.analysis.ranking.title')} className={styles.ranking}>
        <LevelShares shown={here} scale={scale} />
        <h2>
          {t('map.analysis.ranking.title')} <span>{scale.title}</span>
        </h2>
        <RankingList
          lines={rankNow(here, 'desc')}
          scale={scale}
          onChoose={(siteId) => void navigate(`/home?site=${siteId}`)}
        />
      </aside>
    </div>
  );
}
