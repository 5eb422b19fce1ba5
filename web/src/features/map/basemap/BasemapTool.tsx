import { AppstoreOutlined, SettingOutlined } from '@ant-design/icons';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { listBasemaps } from '../../../map/map-settings.ts';
import { amapId, useBasemap } from '../../../resource/use-basemap.ts';
import { ToolPopover } from '../ToolPopover.tsx';
import styles from './basemap.module.css';
import { amapPath, ownPath } from './use-amap-redirect.ts';

/** Switches between the configured maps and the looks of the built-in one. */
export function BasemapTool() {
  const { t } = useTranslation();
  return (
    <ToolPopover name={t('map.basemap.title')} icon={<AppstoreOutlined />}>
      <Basemaps />
    </ToolPopover>
  );
}

function Basemaps() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { settings, basemap, choose } = useBasemap();
  const isAmapPage = pathname === amapPath;
  const basemaps = listBasemaps(settings);
  const options = basemaps.map(({ id, provider, style }, at) => ({
    value: id,
    label: (
      <Choice
        name={provider?.name ?? t(`map.basemap.${style}`)}
        note={
          at === 0 ? t('map.basemap.default') : style === 'auto' && !provider && t('map.basemap.autoHint')
        }
      />
    ),
  }));
  const amap = { value: amapId, label: <Choice name={t('map.basemap.amap')} note={false} /> };

  function show(id: string): void {
    choose(id);
    // Not `assign`: the way back would lead here, and from here to AMap again.
    if (id === amapId) location.replace(amapPath + search);
    else if (isAmapPage) location.assign(ownPath + search);
  }

  return (
    <div className={styles.maps}>
      <Radio.Group
        vertical
        aria-label={t('map.basemap.title')}
        value={isAmapPage && settings.amap ? amapId : basemap.id}
        options={settings.amap ? [...options, amap] : options}
        onChange={({ target }) => show(target.value)}
      />
      {hasAnyPermission('system:map:query') && (
        <Link to="/system/map" className={styles.settings}>
          <SettingOutlined aria-hidden /> {t('map.basemap.settings')}
        </Link>
      )}
    </div>
  );
}

function Choice({ name, note }: { name: string; note: string | false }) {
  return (
    <span className={styles.choice}>
      <span className={styles.name}>{name}</span>
      {note && <span className={styles.note}>{note}</span>}
    </span>
  );
}
