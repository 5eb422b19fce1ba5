import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useLiveSites } from '../../../api/live/live-sites.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { indexLayer, wholeView } from '../map-view.ts';
import { useMapChannels, useMapScale } from '../scale/use-map-scale.ts';
import { findNeighbours } from '../sites/geometry.ts';
import { neighbourCount } from '../sites/select-sites.ts';
import { useHourAgo } from '../sites/use-hour-ago.ts';
import { type KnownSites, useMapSites } from '../sites/use-map-sites.ts';
import { useShownSites } from '../sites/use-shown-sites.ts';
import { useSiteFlags } from '../sites/use-site-flags.ts';
import { SitePage } from './SitePage.tsx';
import styles from './site-page.module.css';

/** One site as a page of its own, to be linked to and printed. */
export default function SitePageScreen() {
  const { t } = useTranslation();
  const siteId = Number(useParams()['siteId']);
  const known = useMapSites();
  const { sites, snapshot, error, refresh } = known;
  if (error) {
    return (
      <ErrorState
        title={t('map.failed')}
        detail={error.message}
        retryText={t('map.retry')}
        onRetry={refresh}
      />
    );
  }
  if (!snapshot) return <div aria-busy className={styles.waiting} />;
  if (!sites.has(siteId)) {
    return (
      <EmptyState
        title={t('map.sitePage.unknown')}
        hint={t('map.canvas.unknownSite')}
        action={
          <Link to="/home">
            <Button>{t('map.sitePage.openMap')}</Button>
          </Link>
        }
      />
    );
  }
  return <KnownSitePage siteId={siteId} known={known} snapshot={snapshot} />;
}

interface KnownSitePageProps {
  siteId: number;
  known: KnownSites;
  snapshot: NonNullable<KnownSites['snapshot']>;
}

const noAlarms = new Map<number, never>();

function KnownSitePage({ siteId, known: { sites, receive }, snapshot }: KnownSitePageProps) {
  const [preference] = useIndexPreference();
  const scale = useMapScale(snapshot, indexLayer, preference);
  const hoursAgo = useHourAgo(indexLayer, preference.index, sites);
  const channels = useMapChannels(snapshot, preference);
  const flags = useSiteFlags({ layer: indexLayer, index: preference.index, channels });
  const { all } = useShownSites(
    { sites, alarms: noAlarms, hoursAgo, flags, scale, entities: snapshot.entities },
    wholeView,
  );
  const neighbours = findNeighbours(all, siteId, neighbourCount);
  // The snapshot is read every minute; only what the page shows in full is live.
  useLiveSites([siteId, ...neighbours.map(({ site }) => site.siteId)], receive);
  const site = sites.get(siteId);
  if (!site) return null;
  return <SitePage {...{ site, snapshot, preference, all, neighbours, scale }} />;
}
