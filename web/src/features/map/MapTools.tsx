import {
  AimOutlined,
  BgColorsOutlined,
  HistoryOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { mapIndices } from '@limpid/contract/map/news';
import { Checkbox, Flex, Popover, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Taste } from '../../resource/air/use-taste.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './map.module.css';
import type { MapView } from './map-view.ts';
import { ReferenceChoice } from './references/ReferenceChoice.tsx';

interface MapToolsProps {
  view: MapView;
  taste: Taste;
  onView: (part: Partial<MapView>) => void;
  onTaste: (part: Partial<Taste>) => void;
  onZoom: (by: number) => void;
  onFit: () => void;
  onLapse: () => void;
}

/** What one does with a map: nearer, farther, all of it, and what is drawn how. */
export function MapTools({ view, taste, onView, onTaste, onZoom, onFit, onLapse }: MapToolsProps) {
  const { t } = useTranslation();
  return (
    <div role="toolbar" aria-label={t('map.tools.title')} className={styles['tools']}>
      <IconButton name={t('map.tools.nearer')} icon={<PlusOutlined />} onClick={() => onZoom(1)} />
      <IconButton name={t('map.tools.farther')} icon={<MinusOutlined />} onClick={() => onZoom(-1)} />
      <IconButton name={t('map.tools.all')} icon={<AimOutlined />} onClick={onFit} />
      <IconButton name={t('map.lapse.open')} icon={<HistoryOutlined />} onClick={onLapse} />
      <Popover
        trigger="click"
        placement="leftBottom"
        content={<Choices view={view} taste={taste} onView={onView} onTaste={onTaste} />}
      >
        <IconButton name={t('map.tools.show')} icon={<BgColorsOutlined />} aria-haspopup="dialog" />
      </Popover>
    </div>
  );
}

function Choices({
  view,
  taste,
  onView,
  onTaste,
}: Pick<MapToolsProps, 'view' | 'taste' | 'onView' | 'onTaste'>) {
  const { t } = useTranslation();
  return (
    <Flex vertical gap={12} className={styles['filter']}>
      <fieldset>
        <legend>{t('map.tools.layers')}</legend>
        <Flex vertical>
          <Checkbox checked={view.surface} onChange={({ target }) => onView({ surface: target.checked })}>
            {t('map.tools.surface')}
          </Checkbox>
          <Checkbox checked={view.wind} onChange={({ target }) => onView({ wind: target.checked })}>
            {t('map.tools.wind')}
          </Checkbox>
          <ReferenceChoice view={view} onView={onView} />
        </Flex>
      </fieldset>
      <fieldset>
        <legend>{t('map.tools.index')}</legend>
        <Radio.Group
          vertical
          value={taste.index}
          options={mapIndices.map((key) => ({ value: key, label: t(`map.indices.${key}`) }))}
          onChange={({ target }) => onTaste({ index: target.value })}
        />
      </fieldset>
      <fieldset>
        <legend>{t('map.tools.colours')}</legend>
        <Checkbox checked={taste.isSafe} onChange={({ target }) => onTaste({ isSafe: target.checked })}>
          {t('map.tools.safeColours')}
        </Checkbox>
      </fieldset>
    </Flex>
  );
}
