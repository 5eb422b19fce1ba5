import { useSyncExternalStore } from 'react';

export const darkQuery = '(prefers-color-scheme: dark)';
export const stillQuery = '(prefers-reduced-motion: reduce)';
/** While a page is printed. */
export const printQuery = 'print';
export const touchQuery = '(pointer: coarse)';
/** Below this width the console has its mobile layout. */
export const narrowQuery = '(max-width: 991.98px)';
/** Below this width a desktop has little room beside its menus and panels. */
export const compactQuery = '(max-width: 1199.98px)';
export const phoneQuery = '(max-width: 575.98px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
  );
}
