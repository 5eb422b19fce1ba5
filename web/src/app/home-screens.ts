import type { ComponentType } from 'react';

export type LoadScreen = () => Promise<{ default: ComponentType }>;

/** Screens that show only texts of the home areas, by the component path of their menu. */
export const homeScreens: Record<string, LoadScreen> = {
  map: () => import('../features/map/MapScreen.tsx'),
  'map/site/index': () => import('../features/map/site-page/SitePageScreen.tsx'),
  table: async () => ({ default: (await import('./map/TableHome.tsx')).TableHome }),
};
