import { MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import { type MapHours, readMapHours, type TimelapseQuery } from '@limpid/contract/map/hours';
import { defaultZone } from '@limpid/contract/zone';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { formatHour } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';
import { usePublishedHour } from './shown-hour.ts';
import { isEmptyDay } from './timelapse.ts';

export const speeds = [0.5, 1, 2, 4] as const;
const frameMs = 800;
/** How soon a newly closed hour appears. */
export const timelapseRefreshMs = 5 * MINUTE_MS;

export interface Timelapse {
  hours: MapHours | undefined;
  /** The start of the hour that is shown. */
  moment: number | undefined;
  /** The chosen day for queries; empty for the last 24 hours. */
  range: { from?: number; to?: number };
  /** Its hours have arrived, and no site has a value in them. */
  isEmpty: boolean;
  error: Error | null;
  retry: () => void;
  place: number;
  isPlaying: boolean;
  speed: number;
  /** The chosen day in the zone of the server; undefined for the last 24 hours. */
  day: string | undefined;
  go: (place: number) => void;
  play: (isPlaying: boolean) => void;
  setSpeed: (speed: number) => void;
  setDay: (day: string | undefined) => void;
  /** Plays from the first hour. */
  restart: () => void;
}

/** The hours of an index or of a channel, renewed when an hour closes. */
export function useMapHours(query: TimelapseQuery, isOn: boolean) {
  return useQuery({
    queryKey: [readMapHours.path, query],
    queryFn: ({ signal }) => call(readMapHours, { query, signal, quiet: true }),
    enabled: isOn,
    staleTime: timelapseRefreshMs,
    refetchInterval: timelapseRefreshMs,
  });
}

interface TimelapseFacts {
  isOn: boolean;
  /** The hour at which it opens; undefined for the first. */
  start: number | undefined;
  layer: string;
  preference: IndexPreference;
}

/** The time-lapse of the last 24 hours or of a day: its data, its position, and whether it plays. */
function useTimelapse({ isOn, start, layer, preference: { index } }: TimelapseFacts): Timelapse {
  const [day, setDay] = useState<string>();
  const zone = useSession((session) => session.zone) || defaultZone;
  const range = useMemo(() => {
    if (day === undefined) return {};
    const [from, to] = dayBounds(day, zone);
    return { from, to };
  }, [day, zone]);
  const query = { ...range, ...(layer === indexLayer ? { index } : { channel: layer }) };
  const { data: hours, error, refetch } = useMapHours(query, isOn);
  const isEmpty = useMemo(() => hours !== undefined && isEmptyDay(hours), [hours]);
  // Stores the hour, not its position, so that a new hour does not shift the picture.
  const [moment, setMoment] = useState(start);
  // It plays at once, unless it opens at an hour that somebody wants to see.
  const [isPlaying, setPlaying] = useState(start === undefined);
  const [seenStart, setSeenStart] = useState(start);
  if (start !== seenStart) {
    setSeenStart(start);
    setMoment(start);
    setDay(undefined);
    setPlaying(start === undefined);
  }
  // A link may be older than the last 24 hours, or become so while its hour is shown.
  const isBefore = moment !== undefined && moment < (hours?.hours[0] ?? 0);
  if (day === undefined && isBefore && !isPlaying) setDay(formatLocalDate(moment, zone));
  const [speed, setSpeed] = useState(1);
  const place = Math.max(0, hours?.hours.findLastIndex((hour) => hour <= (moment ?? 0)) ?? 0);
  const last = (hours?.hours.length ?? 1) - 1;
  const go = (next: number) => setMoment(hours?.hours[Math.min(last, Math.max(0, next))]);
  // Another day, and the time-lapse that is opened again, play from their first hour.
  const restart = () => {
    setMoment(undefined);
    setPlaying(true);
  };
  const goOn = useEffectEvent(() => go(place >= last ? 0 : place + 1));
  useEffect(() => {
    if (!isOn || !isPlaying || last < 1) return undefined;
    const timer = setInterval(() => goOn(), frameMs / speed);
    return () => clearInterval(timer);
  }, [isOn, isPlaying, last, speed]);
  return {
    hours: isOn ? hours : undefined,
    moment: isOn ? hours?.hours[place] : undefined,
    range,
    isEmpty,
    error: hours ? null : error,
    retry: () => void refetch(),
    place,
    isPlaying,
    speed,
    go,
    play: setPlaying,
    setSpeed,
    day,
    setDay(next) {
      setDay(next);
      restart();
    },
    restart,
  };
}

/** The time-lapse while it is open; an hour in the address opens it. */
export function useOpenTimelapse(
  start: number | undefined,
  layer: string,
  preference: IndexPreference,
): [Timelapse | undefined, (isOpen: boolean) => void] {
  const [isOpen, open] = useState(start !== undefined);
  const [seenStart, setSeenStart] = useState(start);
  if (start !== seenStart) {
    setSeenStart(start);
    open(start !== undefined);
  }
  const timelapse = useTimelapse({ isOn: isOpen, start, layer, preference });
  usePublishedHour(timelapse.moment);
  return [
    isOpen ? timelapse : undefined,
    (isWanted) => {
      open(isWanted);
      // It opens again with the last 24 hours, as its button says.
      if (!isWanted && timelapse.day !== undefined) timelapse.setDay(undefined);
      if (isWanted) timelapse.restart();
    },
  ];
}

/** The hour of the time-lapse as text; empty for the present. */
export function useHourText(moment: number | undefined): string {
  const language = useLanguage();
  const zone = useSession((session) => session.zone) || defaultZone;
  return moment === undefined ? '' : formatHour(moment, zone, language);
}
