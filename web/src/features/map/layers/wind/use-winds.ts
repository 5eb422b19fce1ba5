import { useMemo } from 'react';
import { type Channel, windSpeedCode } from '../../../../air/channel.ts';
import { serverNow } from '../../../../api/server-clock.ts';
import type { ShownSite } from '../../sites/select-sites.ts';
import { type Timelapse, useMapHours } from '../use-timelapse.ts';
import { findDirectionCode, findHourWinds, findWinds, type Wind } from './wind.ts';

interface WindFacts {
  shown: readonly ShownSite[];
  channels: readonly Channel[];
  timelapse: Timelapse | undefined;
}

/** The winds at the sites: now, or in the hour of the time-lapse; none while the layer is off. */
export function useWinds(isOn: boolean, { shown, channels, timelapse }: WindFacts): readonly Wind[] {
  const code = findDirectionCode(channels);
  const isPlayed = isOn && timelapse !== undefined && code !== undefined;
  const { data: direction } = useMapHours({ ...timelapse?.range, channel: code ?? '' }, isPlayed);
  const { data: speed } = useMapHours(
    { ...timelapse?.range, channel: windSpeedCode },
    isPlayed && channels.some((channel) => channel.code === windSpeedCode),
  );
  const moment = timelapse?.moment;
  const isPresent = timelapse === undefined;
  return useMemo(() => {
    const sites = shown.map(({ site }) => site);
    if (!isOn) return none;
    if (isPresent) return findWinds(sites, channels, serverNow());
    return direction && moment !== undefined ? findHourWinds(sites, { direction, speed }, moment) : none;
  }, [isOn, isPresent, shown, channels, direction, speed, moment]);
}

const none: readonly Wind[] = [];
