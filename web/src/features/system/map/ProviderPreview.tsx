import { presetOf } from '@limpid/contract/map/map-presets';
import { findProviderProblems, listTileLayers, type TileProvider } from '@limpid/contract/map/tile-providers';
import { trialTimeoutMs } from '@limpid/contract/system/map-settings';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle, ViewState } from '../../../map/map.ts';
import type { TroubleCause } from '../../../map/tile-trouble.ts';
import { useOpenedMap } from '../../../map/use-opened-map.ts';
import { MapFrame } from '../../../query/map/MapFrame.tsx';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import styles from './map-settings.module.css';
import { makePreviewFetch } from './preview-tile.ts';

interface ProviderPreviewProps {
  provider: TileProvider;
  /** Where the map opens; undefined while that is looked up. */
  view: ViewState | undefined;
  /** Receives the open map, whose place a test uses. */
  onMap: (map: MapHandle | undefined) => void;
}

/** The map as it would be shown, or what is needed to show it. */
export function ProviderPreview({ provider, view, onMap }: ProviderPreviewProps) {
  const { t } = useTranslation();
  const isReady = Object.keys(findProviderProblems({ ...provider, name: 'x' })).length === 0;
  const [address = ''] = listTileLayers(provider)[0] ?? [];
  const isFileElsewhere =
    presetOf(provider.preset).kind === 'pmtiles' &&
    isReady &&
    new URL(address, location.href).origin !== location.origin;
  if (!isReady || isFileElsewhere)
    return (
      <div className={`${styles.preview} ${styles.noPreview}`}>
        {t(isReady ? 'system.mapSettings.previewSave' : 'system.mapSettings.previewNeeds')}
      </div>
    );
  if (!view) return <div className={styles.preview} aria-busy />;
  // Another map is opened for other values.
  const key = JSON.stringify({ ...provider, name: '', credit: '' });
  return <OpenPreview key={key} provider={provider} view={view} onMap={onMap} />;
}

function OpenPreview({ provider, view, onMap }: ProviderPreviewProps & { view: ViewState }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const look = useMapAppearance();
  const [fetchTile] = useState(makePreviewFetch);
  const { handle, missing, trouble } = useOpenedMap(box, 'own', {
    ...look,
    basemap: { id: provider.id, provider, style: 'auto' },
    fetchTile,
    view,
    label: t('system.mapSettings.preview'),
  });
  const tell = useEffectEvent(onMap);
  useEffect(() => tell(handle), [handle]);
  const values = { ...trouble, name: provider.name, host: provider.name, seconds: trialTimeoutMs / 1000 };
  // The server loads the tiles, so the browser's own reasons do not apply.
  const text = (cause: TroubleCause) =>
    t(cause === 'network' ? 'system.mapSettings.trial.network' : `map.tiles.${cause}`, values);
  return (
    <>
      <MapFrame box={box} map={handle} label={t('system.mapSettings.preview')} className={styles.preview} />
      <output className={styles.previewTrouble}>
        {trouble && text(trouble.cause)}
        {missing && !handle && t('map.canvas.noWebgl')}
      </output>
    </>
  );
}
