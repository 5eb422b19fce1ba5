import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/map.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Brings a map nearer or farther. */
export function ZoomButtons({ map }: { map: MapHandle }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton name={t('map.tools.nearer')} icon={<PlusOutlined />} onClick={() => map.zoomBy(1)} />
      <IconButton name={t('map.tools.farther')} icon={<MinusOutlined />} onClick={() => map.zoomBy(-1)} />
    </>
  );
}
