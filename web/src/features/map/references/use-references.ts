import { MINUTE_MS } from '@limpid/contract/durations';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { readMapReferences } from '@limpid/contract/reference/references';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { call } from '../../../api/call.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import type { SitePoint } from '../../../map/map.ts';
import type { SurfacePoint } from '../../../map/surface/interpolate.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer, type MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import { useMapScale } from '../scale/use-map-scale.ts';
import { drawLook } from '../sites/to-points.ts';
import { type MapReference, readReferences } from './reference.ts';
import { type ReferenceScales, shadeReference } from './shade-reference.ts';

/** An hour is published some minutes after it ends. */
const refreshMs = 5 * MINUTE_MS;
const agingMs = MINUTE_MS;

/** The reference stations, fetched only while they are shown. */
export function useReferenceData(isWanted: boolean) {
  return useQuery({
    queryKey: [readMapReferences.path],
    queryFn: async ({ signal }) => readReferences(await call(readMapReferences, { signal, quiet: true })),
    enabled: isWanted,
    staleTime: agingMs,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });
}

interface ReferenceFacts {
  view: MapView;
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
}

export interface References {
  points: readonly SitePoint[] | undefined;
  /** The current values, for the surface. */
  values: readonly SurfacePoint[];
  /** The station whose panel is open. */
  chosen: { reference: MapReference; scales: ReferenceScales; now: number } | undefined;
  /** The code of a station by the id of its marker. */
  nameOf: (id: number | undefined) => string | undefined;
}

/** The reference stations as points of the map, and the one whose panel is open. */
export function useReferences({ view, snapshot, scale, preference }: ReferenceFacts): References {
  const language = useLanguage();
  const now = useServerTime(agingMs);
  const { data } = useReferenceData(view.references || view.surface);
  const china = useMapScale(snapshot, indexLayer, { ...preference, index: 'china' });
  const shown = view.references ? data : undefined;
  const scales = useMemo(() => ({ scale, china, index: preference.index }), [scale, china, preference.index]);
  const points = useMemo(
    () =>
      shown?.flatMap((reference): SitePoint[] => {
        const look = shadeReference(reference, scales, now);
        if (!look) return [];
        const drawing = { scale: scales.scale, language, saysLevel: preference.colourBlindSafe };
        const { id, name, place: position } = reference;
        return [{ id, name, position, isReference: true, ...drawLook(look, drawing) }];
      }),
    [shown, scales, now, language, preference.colourBlindSafe],
  );
  const values = useMemo(
    () =>
      (data ?? []).flatMap((reference): SurfacePoint[] => {
        const look = shadeReference(reference, scales, now);
        const [longitude, latitude] = reference.place;
        return look && !look.isStale && look.value !== undefined
          ? [{ longitude, latitude, value: look.value }]
          : [];
      }),
    [data, scales, now],
  );
  const found = shown?.find(({ code }) => code === view.station);
  return {
    points,
    values,
    chosen: found && { reference: found, scales, now },
    nameOf: (id) => shown?.find((reference) => reference.id === id)?.code,
  };
}
