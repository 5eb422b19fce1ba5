import { MINUTE_MS } from '@limpid/contract/durations';
import { readNational, readNationalHours } from '@limpid/contract/reference/national';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useMemo, useOptimistic, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useAddressNumber } from '../../../query/state/use-address-part.ts';
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
  const [addressed, writeAddress] = useAddressNumber('hour');
  // The address changes in a transition, which the next key of the slider must not wait for.
  const [chosen, showAtOnce] = useOptimistic(addressed);
  const choose = (hour: number | undefined) =>
    startTransition(() => {
      showAtOnce(hour);
      writeAddress(hour);
    });
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
    /** Plays from the shown hour, or from `first` if the newest is shown. */
    play: (first: number) => {
      if (place >= last) go(first);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
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
export function usePlayback({ isPlaying, place, stored, go, pause }: StoredHours, isLoaded: boolean): void {
  const isLast = place >= stored.length - 1;
  const goOn = useEffectEvent(() => (isLast ? pause() : go(place + 1)));
  // The next hour is loaded while this one is shown.
  useNationalHour(isPlaying && !isLast ? stored[place + 1] : undefined);
  useEffect(() => {
    if (!isPlaying || !isLoaded) return undefined;
    const timer = setTimeout(() => goOn(), frameMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isLoaded, place]);
}
