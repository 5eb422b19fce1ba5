import { describe, expect, it } from 'vitest';
import { fromGcj, toGcj } from './gcj.ts';

/** Published pairs of WGS-84 and GCJ-02 coordinates. */
const pairs: [wgs: [number, number], gcj: [number, number]][] = [
  [
    [116.404, 39.915],
    [116.41024449916938, 39.91640428150164],
  ],
  [
    [121.4737, 31.2304],
    [121.47822305927693, 31.22845773757727],
  ],
  [
    [113.2644, 23.1291],
    [113.26972959210308, 23.126423339922844],
  ],
];
const metres = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]) =>
  Math.hypot((x1 - x2) * Math.cos((y1 * Math.PI) / 180), y1 - y2) * 111_320;

describe('the conversion to maps of mainland China', () => {
  it.each(pairs)('converts %j to %j', (wgs, gcj) => {
    expect(toGcj(wgs)[0]).toBeCloseTo(gcj[0], 9);
    expect(toGcj(wgs)[1]).toBeCloseTo(gcj[1], 9);
  });

  it.each(pairs)('converts %j back to a centimetre', (wgs, gcj) => {
    expect(metres(fromGcj(gcj), wgs)).toBeLessThan(0.01);
  });

  it('changes nothing elsewhere', () => {
    expect(toGcj([2.3522, 48.8566])).toEqual([2.3522, 48.8566]);
    expect(fromGcj([2.3522, 48.8566])).toEqual([2.3522, 48.8566]);
  });
});
