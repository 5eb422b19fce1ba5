import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/map.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './map-frame.module.css';

interface MapFrameProps {
  /** The element that the map is drawn into. */
  box: RefObject<HTMLDivElement | null>;
  /** Undefined until the map is open. */
  map: MapHandle | undefined;
  /** The accessible name of the tools. */
  label: string;
  /** Gives the map its height. */
  className: string | undefined;
  /** Buttons below those that zoom. */
  tools?: ReactNode;
  children?: ReactNode;
}

/** A map within a page, with buttons that zoom. */
export function MapFrame({ box, map, label, className = '', tools, children }: MapFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.frame} ${className}`}>
      <div ref={box} className={styles.ground} aria-busy={!map} />
      {children}
      {map && (
        <div role="toolbar" aria-label={label} className={styles.tools}>
          <IconButton name={t('map.tools.nearer')} icon={<PlusOutlined />} onClick={() => map.zoomBy(1)} />
          <IconButton name={t('map.tools.farther')} icon={<MinusOutlined />} onClick={() => map.zoomBy(-1)} />
          {tools}
        </div>
      )}
    </div>
  );
}
