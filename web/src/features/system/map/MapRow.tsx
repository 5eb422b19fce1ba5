import { listTileLayers, type TileProvider } from '@limpid/contract/map/tile-providers';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { type RowAction, RowActions } from '../../../resource/list/RowActions.tsx';
import { ConnectionResult } from './ConnectionResult.tsx';
import { beijingView } from './choose-test-view.ts';
import styles from './map-settings.module.css';
import { hostOf } from './new-provider.ts';
import { type AmapKeys, testAmap } from './test-amap.ts';
import { testProvider } from './test-provider.ts';
import { useConnectionTest } from './use-connection-test.ts';
import { useTestView } from './use-test-view.ts';

interface MapRowProps {
  /** Undefined for the built-in map and for AMap. */
  provider: TileProvider | undefined;
  amap?: AmapKeys;
  /** Its place in the order; undefined for AMap, which has a page of its own. */
  at: number | undefined;
  count: number;
  mayEdit: boolean;
  onMove: (to: number) => void;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function MapRow({ provider, amap, at, count, mayEdit, onMove, onEdit, onRemove }: MapRowProps) {
  const { t } = useTranslation();
  const test = useConnectionTest();
  const view = useTestView(mayEdit && provider !== undefined) ?? beijingView;
  const name = provider?.name ?? t(amap ? 'system.mapSettings.presets.amap' : 'system.mapSettings.builtIn');
  const action = (key: string, run: (() => void) | false | undefined): RowAction[] =>
    run ? [{ key, text: t(`system.mapSettings.${key}`), run }] : [];
  const actions = [
    ...action('edit', onEdit),
    ...action('try', provider && (() => test.run(() => testProvider(provider, view)))),
    ...action('try', amap && (() => test.run(() => testAmap(amap)))),
    // The policy of pages allows AMap's script on its own page alone.
    ...action('open', amap && (() => void window.open('/gaode', '_blank', 'noopener'))),
    ...action('makeDefault', at !== undefined && at > 0 && (() => onMove(0))),
    ...action('up', at !== undefined && at > 1 && (() => onMove(at - 1))),
    ...action('down', at !== undefined && at < count - 1 && (() => onMove(at + 1))),
    ...action('remove', onRemove),
  ];
  return (
    <li className={styles.map}>
      <div className={styles.mapLine}>
        <div className={styles.mapFacts}>
          <span className={styles.mapName}>
            {name}
            {at === 0 && <Tag>{t('system.mapSettings.default')}</Tag>}
          </span>
          <span className={styles.hint}>{useFacts(provider, amap !== undefined)}</span>
        </div>
        {mayEdit && actions.length > 0 && <RowActions actions={actions} rowName={name} maxInline={2} />}
      </div>
      <ConnectionResult test={test} />
    </li>
  );
}

function useFacts(provider: TileProvider | undefined, isAmap: boolean): string {
  const { t } = useTranslation();
  if (!provider) return t(isAmap ? 'system.mapSettings.amapHint' : 'system.mapSettings.builtInHint');
  const { crs, minZoom, maxZoom, preset } = provider;
  const [address = ''] = listTileLayers(provider)[0] ?? [];
  const zooms = `${t('system.mapSettings.fields.zoom')} ${minZoom}–${maxZoom}`;
  return [hostOf(address), crs, ...(preset === 'pmtiles' ? [] : [zooms])].join(' · ');
}
