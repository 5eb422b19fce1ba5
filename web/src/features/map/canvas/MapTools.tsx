import {
  AimOutlined,
  BgColorsOutlined,
  HistoryOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { mapIndices } from '@limpid/contract/map/site-update';
import { Checkbox, Flex, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatDay } from '../../../lib/dates.ts';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { BasemapTool } from '../basemap/BasemapTool.tsx';
import choiceStyles from '../choices.module.css';
import { LeaveFullscreen } from '../LeaveFullscreen.tsx';
import layout from '../map.module.css';
import type { MapView } from '../map-view.ts';
import { PlacesTool } from '../places/PlacesTool.tsx';
import { ReferenceChoice } from '../references/ReferenceChoice.tsx';
import { ToolPopover } from '../ToolPopover.tsx';
import styles from './map-tools.module.css';

interface MapToolsProps {
  /** Without a map only the choice of index and colours remains. */
  mapMissing: boolean;
  /** The coordinates of the shown sites. */
  places: readonly LngLat[];
  view: MapView;
  preference: IndexPreference;
  onView: (part: Partial<MapView>) => void;
  onPreference: (part: Partial<IndexPreference>) => void;
  onZoom: (by: number) => void;
  onFit: () => void;
  /** Shows an area. */
  onShow: (area: Bounds) => void;
  /** The day of the open time-lapse; undefined for the last 24 hours. */
  day: string | undefined;
  onTimelapse: () => void;
}

/** The tools of the map: zoom, fit, time-lapse, places, map, layers, index and colours. */
export function MapTools({ places, onZoom, onFit, onShow, day, onTimelapse, ...choices }: MapToolsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const play =
    day === undefined
      ? t('map.timelapse.open')
      : t('map.timelapse.openDay', { day: formatDay(day, language) });
  const tool = (name: string, icon: ReactNode, onClick: () => void) => (
    <IconButton tipAt="left" {...{ name, icon, onClick }} />
  );
  return (
    <div role="toolbar" aria-label={t('map.tools.title')} className={`${layout.tools} ${styles.toolbar}`}>
      {!choices.mapMissing && (
        <>
          {tool(t('map.tools.nearer'), <PlusOutlined />, () => onZoom(1))}
          {tool(t('map.tools.farther'), <MinusOutlined />, () => onZoom(-1))}
          {tool(t('map.tools.all'), <AimOutlined />, onFit)}
          {tool(play, <HistoryOutlined />, onTimelapse)}
        </>
      )}
      {!choices.mapMissing && <PlacesTool sites={places} onShow={onShow} />}
      {!choices.mapMissing && <BasemapTool />}
      <ToolPopover
        name={choices.mapMissing ? t('map.tools.index') : t('map.tools.show')}
        icon={<BgColorsOutlined />}
      >
        <Choices {...choices} />
      </ToolPopover>
      <LeaveFullscreen />
    </div>
  );
}

type ChoicesProps = Pick<MapToolsProps, 'mapMissing' | 'view' | 'preference' | 'onView' | 'onPreference'>;

function Choices({ mapMissing, view, preference, onView, onPreference }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <Flex vertical gap={12} className={choiceStyles.choices}>
      {!mapMissing && (
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
            {hasAnyPermission('fog:gun:list') && (
              <Checkbox checked={view.cannons} onChange={({ target }) => onView({ cannons: target.checked })}>
                {t('fogcannon.map.title')}
              </Checkbox>
            )}
          </Flex>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('map.tools.index')}</legend>
        <Radio.Group
          vertical
          value={preference.index}
          options={mapIndices.map((key) => ({ value: key, label: t(`map.indices.${key}`) }))}
          onChange={({ target }) => onPreference({ index: target.value })}
        />
      </fieldset>
      <fieldset>
        <legend>{t('map.tools.colours')}</legend>
        <Checkbox
          checked={preference.colourBlindSafe}
          onChange={({ target }) => onPreference({ colourBlindSafe: target.checked })}
        >
          {t('map.tools.safeColours')}
        </Checkbox>
      </fieldset>
    </Flex>
  );
}
