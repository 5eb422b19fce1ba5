import { MINUTE_MS } from '@limpid/contract/durations';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { readMapReferenceHours } from '@limpid/contract/reference/reference-hours';
import { readMapReferences } from '@limpid/contract/reference/references';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { call } from '../../../api/call.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import type { SitePoint } from '../../../map/map.ts';
import type { SurfacePoint } from '../../../map/surface/interpolate.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { type Timelapse, timelapseRefreshMs } from '../layers/use-timelapse.ts';
import { indexLayer, type MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import { useMapScale } from '../scale/use-map-scale.ts';
import { drawLook } from '../sites/to-points.ts';
import { type MapReference, readReferences } from './reference.ts';
import { type DrawnReference, drawReferenceHour } from './reference-hours.ts';
import { isComparable, type ReferenceScales, shadeReference } from './shade-reference.ts';
import { useStationHour } from './use-station-hour.ts';

/** An hour is published some minutes after it ends. */
const refreshMs = 5 * MINUTE_MS;
const agingMs = MINUTE_MS;
const none: readonly DrawnReference[] = [];

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

/** The reference stations in the hour of the time-lapse; undefined until their hours have arrived. */
function useReferenceHour(
  timelapse: Timelapse | undefined,
  isWanted: boolean,
  { scale, index }: Pick<ReferenceScales, 'scale' | 'index'>,
): readonly DrawnReference[] | undefined {
  const isIndex = scale.layer === indexLayer;
  const isPublished = isIndex || isComparable({ code: scale.layer, unit: scale.unit });
  const query = { ...timelapse?.range, ...(isIndex ? { index } : { channel: scale.layer }) };
  const { data } = useQuery({
    queryKey: [readMapReferenceHours.path, query],
    queryFn: ({ signal }) => call(readMapReferenceHours, { query, signal, quiet: true }),
    enabled: timelapse !== undefined && isWanted && isPublished,
    staleTime: timelapseRefreshMs,
    refetchInterval: timelapseRefreshMs,
  });
  const moment = timelapse?.moment;
  return useMemo(
    () => (data && isPublished && moment !== undefined ? drawReferenceHour(data, moment, scale) : undefined),
    [data, isPublished, moment, scale],
  );
}

interface ReferenceFacts {
  view: MapView;
  snapshot: MapSnapshot;
  scale: Scale;
  preference: IndexPreference;
  timelapse: Timelapse | undefined;
}

export interface References {
  points: readonly SitePoint[] | undefined;
  /** The stations that the map shows. */
  drawn: readonly DrawnReference[];
  /** The values for the surface: now, or in the hour of the time-lapse; none while the stations are hidden. */
  values: readonly SurfacePoint[];
  /** The station whose panel is open, and the id of its marker. */
  chosen: { reference: MapReference; scales: ReferenceScales; now: number; isPast: boolean } | undefined;
  selected: number | undefined;
  /** The code of a station by the id of its marker. */
  codeOf: (id: number | undefined) => string | undefined;
}

/** The reference stations as points of the map, and the one whose panel is open. */
export function useReferences({ view, snapshot, scale, preference, timelapse }: ReferenceFacts): References {
  const language = useLanguage();
  const now = useServerTime(agingMs);
  const isWanted = view.references;
  const { data } = useReferenceData(isWanted);
  const china = useMapScale(snapshot, indexLayer, { ...preference, index: 'china' });
  const scales = useMemo(() => ({ scale, china, index: preference.index }), [scale, china, preference.index]);
  const present = useMemo(
    () =>
      data?.flatMap((reference): DrawnReference[] => {
        const look = shadeReference(reference, scales, now);
        const { id, code, name, place } = reference;
        return look ? [{ id, code, name, place, look }] : [];
      }),
    [data, scales, now],
  );
  const past = useReferenceHour(timelapse, isWanted, scales);
  const drawn = timelapse ? past : present;
  // Hidden stations do not colour the surface either: nothing on the map would explain its patches.
  const shown = isWanted ? drawn : undefined;
  const points = useMemo(
    () =>
      shown?.map(({ id, name, place: position, look }): SitePoint => {
        const drawing = { scale: scales.scale, language, saysLevel: preference.colourBlindSafe };
        return { id, name, position, isReference: true, ...drawLook(look, drawing) };
      }),
    [shown, scales, language, preference.colourBlindSafe],
  );
  const values = useMemo(
    () =>
      (shown ?? []).flatMap(({ place: [longitude, latitude], look }): SurfacePoint[] =>
        !look.isStale && look.value !== undefined ? [{ longitude, latitude, value: look.value }] : [],
      ),
    [shown],
  );
  const found = isWanted ? data?.find(({ code }) => code === view.station) : undefined;
  const reference = useStationHour(found, timelapse, {
    index: preference.index,
    layer: scale.layer,
    drawn: past,
  });
  return {
    points,
    drawn: shown ?? none,
    values,
    chosen: reference && {
      reference,
      scales,
      now: timelapse ? reference.releasedAt : now,
      isPast: Boolean(timelapse),
    },
    selected: found && shown?.find(({ code }) => code === found.code)?.id,
    codeOf: (id) => shown?.find((reference) => reference.id === id)?.code,
  };
}
