import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useHourText } from '../layers/use-timelapse.ts';
import layout from '../map.module.css';
import { wholeView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import panelStyles from '../side-panel.module.css';
import { type ShownSite, selectSites } from '../sites/select-sites.ts';
import { SiteLines } from './SiteLines.tsx';
import { type ListedStation, StationListItem } from './StationListItem.tsx';
import styles from './sites-list.module.css';

interface OverlappingSitesPanelProps {
  /** Now, or in the hour of the time-lapse. */
  overlapping: readonly ShownSite[];
  /** The reference stations below them. */
  stations: readonly ListedStation[];
  /** The hour of the time-lapse; undefined for the present. */
  hour: number | undefined;
  snapshot: MapSnapshot;
  scale: Scale;
  onChoose: (site: ShownSite) => void;
  onChooseStation: (code: string) => void;
  onClose: () => void;
}

/** Fewer sites are found by looking. */
const searchedAbove = 10;

/** A choice between sites at the same point, and the reference stations below them. */
export function OverlappingSitesPanel({
  overlapping,
  stations,
  hour,
  snapshot,
  scale,
  onChoose,
  onChooseStation,
  onClose,
}: OverlappingSitesPanelProps) {
  const { t } = useTranslation();
  useEscape(true, onClose);
  const language = useLanguage();
  const time = useHourText(hour);
  const [search, setSearch] = useState('');
  const names = new Map(snapshot.entities.map(({ id, name }) => [id, name]));
  const found = selectSites(overlapping, { ...wholeView, search }, names);
  return (
    <section aria-label={t('map.overlapping')} className={`${layout.panel} ${layout.right}`}>
      <div className={panelStyles.head}>
        <h2 className={panelStyles.title}>{t('map.overlapping')}</h2>
        <IconButton name={t('map.closeOverlapping')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
      {overlapping.length > searchedAbove && (
        <search className={styles.search}>
          <Input
            allowClear
            prefix={<SearchOutlined aria-hidden />}
            aria-label={t('map.list.search')}
            placeholder={t('map.list.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </search>
      )}
      <output className={styles.count}>
        {t('map.list.count', {
          shown: formatCount(stations.length + found.length, language),
          total: formatCount(stations.length + overlapping.length, language),
        })}
        {time && ` · ${time}`}
      </output>
      {stations.length > 0 && (
        <ul className={styles.stations}>
          {stations.map((station) => (
            <li key={station.code}>
              <StationListItem {...{ station, scale }} onChoose={onChooseStation} />
            </li>
          ))}
        </ul>
      )}
      <SiteLines shown={found} scale={scale} entities={snapshot.entities} onChoose={onChoose} />
    </section>
  );
}
