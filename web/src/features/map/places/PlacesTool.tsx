import { EnvironmentOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { ToolPopover } from '../ToolPopover.tsx';
import styles from './places.module.css';
import { usePlaces } from './use-places.ts';

interface PlacesProps {
  /** The coordinates of the shown sites. */
  sites: readonly LngLat[];
  onShow: (area: Bounds) => void;
}

/** Jumps to the places that have sites; it stays open for the next jump. */
export function PlacesTool({ sites, onShow }: PlacesProps) {
  const { t } = useTranslation();
  return (
    <ToolPopover name={t('map.places.title')} icon={<EnvironmentOutlined />}>
      <Places sites={sites} onShow={onShow} />
    </ToolPopover>
  );
}

function Places({ sites, onShow }: PlacesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const places = usePlaces(sites, true);
  if (places.length === 0) return <p className={styles.none}>{t('map.places.none')}</p>;
  return (
    <ul aria-label={t('map.places.title')} className={styles.places}>
      {places.map(({ name, bounds, count }) => (
        <li key={bounds.join()}>
          <button type="button" className={styles.place} onClick={() => onShow(bounds)}>
            <span>{name}</span>
            <span className={styles.count}>{formatCount(count, language)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
