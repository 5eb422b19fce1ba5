import gcoord from 'gcoord';
import type { Bounds, LngLat } from './map.ts';

/** Maps published in mainland China use GCJ-02, which is some hundred metres off WGS-84. */
export function toGcj([longitude, latitude]: LngLat): [number, number] {
  const [x, y] = gcoord.transform([longitude, latitude], gcoord.WGS84, gcoord.GCJ02);
  return [x, y];
}

export function fromGcj([longitude, latitude]: LngLat): [number, number] {
  const [x, y] = gcoord.transform([longitude, latitude], gcoord.GCJ02, gcoord.WGS84);
  return [x, y];
}

export function boundsToGcj([west, south, east, north]: Bounds): Bounds {
  return [...toGcj([west, south]), ...toGcj([east, north])];
}
