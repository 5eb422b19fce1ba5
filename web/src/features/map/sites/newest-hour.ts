import { useEffect } from 'react';
import { create } from 'zustand';
import type { MapSites } from '../map-site.ts';

/** The start of the newest hour that any site of the visible map has indices of; undefined without any. */
export const useNewestHour = create<{ hour: number | undefined }>()(() => ({ hour: undefined }));

/** Tells the header, which is outside the map, the newest hour of its sites, also while live updates change them. */
export function usePublishedNewestHour(sites: MapSites): void {
  useEffect(() => {
    let hour: number | undefined;
    for (const { indices } of sites.values())
      if (indices && (hour === undefined || indices.hour > hour)) hour = indices.hour;
    useNewestHour.setState({ hour });
  }, [sites]);
  useEffect(() => () => useNewestHour.setState({ hour: undefined }), []);
}
