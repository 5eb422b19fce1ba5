import type { MapProvider } from '../map.ts';

/** AMap (高德). Its ground is GCJ-02: positions are converted here and nowhere else. */
export const amapProvider: MapProvider = {
  id: 'amap',
  check: ({ amap }) => (amap ? undefined : 'keys'),
  async mount(element, options) {
    const { mountAmap } = await import('./amap-map.ts');
    return mountAmap(element, options);
  },
};
