import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { makeIndexScale } from '../../resource/air/use-index-scale.ts';
import type { Taste } from '../../resource/air/use-taste.ts';
import { makeScale, type Scale } from './shade.ts';

export function useMapScale(snapshot: MapSnapshot, layer: string, { index, isSafe }: Taste): Scale {
  const { t } = useTranslation();
  return useMemo(() => {
    const rule = snapshot.indices.find(({ key }) => key === index);
    if (!rule) throw new Error(`The snapshot has no index ${index}`);
    return makeScale({
      layer,
      index: makeIndexScale(rule, isSafe, t),
      channels: snapshot.channels,
      isSafe,
    });
  }, [snapshot, layer, index, isSafe, t]);
}
