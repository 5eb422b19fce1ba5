import { MINUTE_MS } from '@limpid/contract/durations';
import { readNational, readNationalHours } from '@limpid/contract/reference/national';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useAddressNumber } from '../../../query/use-address-part.ts';
import { readNationalPlaces } from './national-places.ts';
import { findPlace, listStoredHours } from './stored-hours.ts';

/** An hour is published some minutes after it ends. */
const refreshMs = 5 * MINUTE_MS;
const frameMs = 900;

/** The stored hours, the one that is shown, and whether they are played. The hour is in the address unless it is the newest. */
export function useNationalHours() {
  const hours = useQuery({
    queryKey: [readNationalHours.path],
    queryFn: ({ signal }) => call(readNationalHours, { signal, quiet: true }),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
  const [chosen, choose] = useAddressNumber('hour');
  const [isPlaying, setPlaying] = useState(false);
  const { data } = hours;
  const stored = useMemo(() => (data ? listStoredHours(data) : []), [data]);
  const last = stored.length - 1;
  const place = chosen === undefined ? last : findPlace(stored, chosen);
  const go = (next: number) => choose(next >= last ? undefined : stored[Math.max(0, next)]);
  return {
    ...hours,
    zone: data?.zone ?? '',
    stored,
    place,
    /** The start of the hour that is shown; undefined while nothing is stored. */
    hour: chosen ?? stored[last],
    go,
    /** Shows the stored hour at or before a moment. */
    seek: (moment: number) => go(findPlace(stored, moment)),
    isPlaying: isPlaying && last > 0,
    play: (isOn: boolean) => {
      if (isOn && place >= last) go(0);
      setPlaying(isOn);
    },
  };
}

export type StoredHours = ReturnType<typeof useNationalHours>;

/** The cities and stations of an hour; the previous ones stay until they have come. */
export function useNationalHour(at: number | undefined) {
  const [{ index }] = useIndexPreference();
  const result = useQuery({
    queryKey: [readNational.path, at, index],
    queryFn: ({ signal }) =>
      call(readNational, { query: { ...(at !== undefined && { at }), index }, signal, quiet: true }),
    enabled: at !== undefined,
    staleTime: refreshMs,
    placeholderData: keepPreviousData,
  });
  const { data } = result;
  return { ...result, places: useMemo(() => data && readNationalPlaces(data), [data]) };
}

/** Moves on to the next hour when the shown one has been visible for a while, and stops at the newest. */
export function usePlayback({ isPlaying, place, stored, go, play }: StoredHours, isLoaded: boolean): void {
  const isLast = place >= stored.length - 1;
  const goOn = useEffectEvent(() => (isLast ? play(false) : go(place + 1)));
  useEffect(() => {
    if (!isPlaying || !isLoaded) return undefined;
    const timer = setTimeout(() => goOn(), frameMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isLoaded, place]);
}
