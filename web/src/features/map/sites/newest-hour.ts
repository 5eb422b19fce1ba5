import { useEffect } from 'react';
import { create } from 'zustand';
import type { MapSite, MapSites } from '../map-site.ts';

/** The start of the newest hour that any of the sites has indices of; undefined without any. */
export function findNewestIndexHour(sites: Iterable<Pick<MapSite, 'indices'>>): number | undefined {
  let newest: number | undefined;
  for (const { indices } of sites)
    if (indices && (newest === undefined || indices.hour > newest)) newest = indices.hour;
  return newest;
}

/** The start of the newest hour that any site of the visible map has indices of; undefined without any. */
export const useNewestHour = create<{ hour: number | undefined }>()(() => ({ hour: undefined }));

/** Tells the header, which is outside the map, the newest hour of its sites, also while live updates change them. */
export function usePublishedNewestHour(sites: MapSites): void {
  useEffect(() => useNewestHour.setState({ hour: findNewestIndexHour(sites.values()) }), [sites]);
  useEffect(() => () => useNewestHour.setState({ hour: undefined }), []);
}
