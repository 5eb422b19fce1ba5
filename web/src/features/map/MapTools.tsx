import {
  AimOutlined,
  BgColorsOutlined,
  HistoryOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { mapIndices } from '@limpid/contract/map/news';
import { Checkbox, Flex, Popover, Radio } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../air/index-preference.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { LeaveFullscreen } from './LeaveFullscreen.tsx';
import styles from './map.module.css';
import type { MapView } from './map-view.ts';
import { ReferenceChoice } from './references/ReferenceChoice.tsx';

interface MapToolsProps {
  /** There is no map: what remains is how the numbers are made and coloured. */
  isBlind: boolean;
  view: MapView;
  preference: IndexPreference;
  onView: (part: Partial<MapView>) => void;
  onPreference: (part: Partial<IndexPreference>) => void;
  onZoom: (by: number) => void;
  onFit: () => void;
  onLapse: () => void;
}

/** What one does with a map: nearer, farther, all of it, and what is drawn how. */
export function MapTools({ onZoom, onFit, onLapse, ...choices }: MapToolsProps) {
  const { t } = useTranslation();
  const tool = (name: string, icon: ReactNode, onClick: () => void) => (
    <IconButton tipAt="left" {...{ name, icon, onClick }} />
  );
  return (
    <div role="toolbar" aria-label={t('map.tools.title')} className={styles['tools']}>
      {!choices.isBlind && (
        <>
          {tool(t('map.tools.nearer'), <PlusOutlined />, () => onZoom(1))}
          {tool(t('map.tools.farther'), <MinusOutlined />, () => onZoom(-1))}
          {tool(t('map.tools.all'), <AimOutlined />, onFit)}
          {tool(t('map.lapse.open'), <HistoryOutlined />, onLapse)}
        </>
      )}
      <div>
        <ChoicesButton {...choices} />
      </div>
      <LeaveFullscreen />
    </div>
  );
}

type ChoicesProps = Pick<MapToolsProps, 'isBlind' | 'view' | 'preference' | 'onView' | 'onPreference'>;

function ChoicesButton(props: ChoicesProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement | HTMLAnchorElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEscape(isOpen, close);
  return (
    <Popover
      trigger="click"
      placement="leftBottom"
      // Beside its button in the document, it is the next stop of the Tab key.
      getPopupContainer={(opener) => opener.parentElement ?? document.body}
      open={isOpen}
      // What had the focus goes with the popover; it must not be lost with it.
      onOpenChange={(next) =>
        !next && content.current?.contains(document.activeElement) ? close() : setOpen(next)
      }
      content={
        <div ref={content}>
          <Choices {...props} />
        </div>
      }
    >
      <IconButton
        ref={button}
        tipAt="left"
        name={props.isBlind ? t('map.tools.index') : t('map.tools.show')}
        icon={<BgColorsOutlined />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popover>
  );
}

function Choices({ isBlind, view, preference, onView, onPreference }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <Flex vertical gap={12} className={styles['filter']}>
      {!isBlind && (
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
