import { useEffect } from 'react';
import { create } from 'zustand';

/** The start of the hour that the time-lapse of the visible map shows; undefined for the present. */
export const useShownHour = create<{ hour: number | undefined }>()(() => ({ hour: undefined }));

/** Tells the header, which is outside the map, which hour the map shows. */
export function usePublishedHour(hour: number | undefined): void {
  useEffect(() => {
    useShownHour.setState({ hour });
    return () => useShownHour.setState({ hour: undefined });
  }, [hour]);
}
