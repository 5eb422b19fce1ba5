import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { MapHint } from '../MapHint.tsx';
import { usePlaces } from './use-places.ts';

interface NothingInViewProps {
  /** The coordinates of the shown sites. */
  sites: readonly LngLat[];
  onShow: (area: Bounds) => void;
}

/** Says that no site is in view, and leads to the place with most sites. */
export function NothingInView({ sites, onShow }: NothingInViewProps) {
  const { t } = useTranslation();
  const [largest] = usePlaces(sites, sites.length > 0);
  if (!largest) return null;
  return (
    <MapHint
      text={t('map.coverage.none')}
      action={
        <Button size="small" onClick={() => onShow(largest.bounds)}>
          {t('map.places.goTo', { name: largest.name })}
        </Button>
      }
    />
  );
}
