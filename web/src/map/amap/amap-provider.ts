import type { MapProvider } from '../map.ts';

/** AMap (高德). Its positions are GCJ-02, and only this adapter converts them. */
export const amapProvider: MapProvider = {
  id: 'amap',
  check: ({ amap }) => (amap ? undefined : 'keys'),
  async mount(element, options) {
    const { mountAmap } = await import('./amap-map.ts');
    return mountAmap(element, options);
  },
};
