import { CloseOutlined, ExportOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ageMs, isValueStale } from '../../../air/freshness.ts';
import { formatDuration } from '../../../lib/format.ts';
import { siteAddress } from '../../../query/links/site-address.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { MapSite } from '../map-site.ts';
import styles from './site-panel.module.css';

interface SiteHeadProps {
  site: MapSite;
  entity: string;
  now: number;
  titleId: string;
  /** Undefined on the page of the site. */
  onClose?: (() => void) | undefined;
}

const looks = { on: 'success', off: 'danger', stopped: 'info' } as const;

/** The name of the site, its state, and the age of its newest values. */
export function SiteHead({ site, entity, now, titleId, onClose }: SiteHeadProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const mark = site.isSimulated ? t('site.site.simulated.mark') : undefined;
  const isLate = site.state === 'on' && isValueStale(site.ts, site.interval, now);
  const state = isLate ? t('data.realtime.states.stale') : t(`map.states.${site.state}`);
  const age =
    site.ts === null
      ? t('map.panel.never')
      : t('data.realtime.age', { span: formatDuration(ageMs(site.ts, now), language) });
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h2 id={titleId}>
          <MarkedName name={site.name} mark={mark} isLarge />
        </h2>
        <div className={styles.soft}>
          {[entity, site.place === null && t('map.noPlace')].filter(Boolean).join(' · ')}
        </div>
        <div className={styles.state}>
          <StatusDot look={isLate ? 'warning' : looks[site.state]} text={state} />
          <span className={styles.soft}>{age}</span>
        </div>
      </div>
      {onClose && (
        <div className={styles.headTools}>
          <IconButton
            name={t('map.sitePage.open')}
            icon={<ExportOutlined />}
            href={siteAddress(site.siteId)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void navigate(siteAddress(site.siteId));
            }}
          />
          <IconButton name={t('map.panel.close')} icon={<CloseOutlined />} onClick={onClose} />
        </div>
      )}
    </header>
  );
}
