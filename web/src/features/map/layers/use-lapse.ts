import { type MapHours, readMapHours } from '@limpid/contract/map/hours';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { indexLayer } from '../map-view.ts';

export const speeds = [0.5, 1, 2, 4] as const;
const frameMs = 800;

export interface Lapse {
  hours: MapHours | undefined;
  error: Error | null;
  place: number;
  isPlaying: boolean;
  speed: number;
  go: (place: number) => void;
  play: (isPlaying: boolean) => void;
  setSpeed: (speed: number) => void;
}

/** The film of the last 24 hours: where it is, and whether it runs. */
export function useLapse(isOn: boolean, layer: string, { index }: Taste): Lapse {
  const query = layer === indexLayer ? { index } : { channel: layer };
  const { data: hours, error } = useQuery({
    queryKey: [readMapHours.path, query],
    queryFn: ({ signal }) => call(readMapHours, { query, signal, quiet: true }),
    enabled: isOn,
    staleTime: 300_000,
  });
  const [place, setPlace] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = (hours?.hours.length ?? 1) - 1;
  const at = Math.min(place, last);
  useEffect(() => {
    if (!isOn || !isPlaying || last < 1) return undefined;
    const timer = setInterval(() => setPlace((old) => (old >= last ? 0 : old + 1)), frameMs / speed);
    return () => clearInterval(timer);
  }, [isOn, isPlaying, last, speed]);
  return {
    hours: isOn ? hours : undefined,
    error,
    place: at,
    isPlaying,
    speed,
    go: (next) => setPlace(Math.min(last, Math.max(0, next))),
    play: setPlaying,
    setSpeed,
  };
}
