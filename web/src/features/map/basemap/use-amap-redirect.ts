import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useBasemap } from '../../../resource/use-basemap.ts';

export const [amapPath, ownPath] = ['/gaode', '/home'];

/** Leads to the page of AMap if the person has chosen it: its script may run there alone, in a document of its own. */
export function useAmapRedirect(): void {
  const { pathname, search } = useLocation();
  const isLeaving = useBasemap().prefersAmap && pathname === ownPath;
  useEffect(() => {
    if (isLeaving) location.replace(amapPath + search);
  }, [isLeaving, search]);
}
