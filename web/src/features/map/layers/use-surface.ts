import { useEffect, useRef, useState } from 'react';
import type { Bounds, SurfaceImage } from '../../../map/map.ts';
import type { SurfaceGrid, SurfacePoint } from '../../../map/surface/interpolate.ts';
import { openPainter } from '../../../map/surface/painter.ts';
import { refinement } from '../../../map/surface/refine.ts';
import { useMapTheme } from '../../../resource/use-map-appearance.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';

const size = { columns: 240, rows: 180 };
const opacity = 0.85;
/** Extends the surface beyond the visible area, so that its edge stays hidden. */
const margin = 0.25;
/** The projection does not reach farther north or south. */
const farthest = 84;
const none: readonly SurfacePoint[] = [];

interface SurfaceFacts {
  bounds: Bounds | undefined;
  shown: readonly ShownSite[];
  /** The values of the reference stations that are shown. */
  references?: readonly SurfacePoint[];
  scale: Scale;
}

/** An interpolated surface of the values, computed in a worker; null while it is off. */
export function useSurface(
  isOn: boolean,
  { bounds, shown, references = none, scale }: SurfaceFacts,
): SurfaceImage | null {
  const theme = useMapTheme();
  const painter = useRef<ReturnType<typeof openPainter>>(undefined);
  const [surface, setSurface] = useState<SurfaceImage | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const worker = new Worker(new URL('../../../map/surface/surface.worker.ts', import.meta.url), {
      type: 'module',
    });
    painter.current = openPainter(worker, ({ pixels }, { grid }) =>
      setSurface({
        picture: paint(pixels),
        bounds: [grid.west, grid.south, grid.east, grid.north],
        opacity,
      }),
    );
    return () => {
      worker.terminate();
      setSurface(null);
    };
  }, [isOn]);

  useEffect(() => {
    if (!isOn || !bounds) return;
    painter.current?.({
      points: [
        ...references,
        ...shown.flatMap(({ site, look }) =>
          site.place && !look.isStale && look.value !== undefined
            ? [{ longitude: site.place[0], latitude: site.place[1], value: look.value }]
            : [],
        ),
      ],
      theme,
      grid: widen(bounds),
      steps: scale.steps.map(({ upTo, fill }) => ({ upTo, colour: fill })),
    });
  }, [isOn, bounds, shown, references, scale, theme]);
  return isOn && scale.steps.length > 0 ? surface : null;
}

function widen([west, south, east, north]: Bounds): SurfaceGrid {
  const [wide, tall] = [(east - west) * margin, (north - south) * margin];
  return {
    west: west - wide,
    south: Math.max(-farthest, south - tall),
    east: east + wide,
    north: Math.min(farthest, north + tall),
    ...size,
  };
}

function paint(pixels: Uint8ClampedArray<ArrayBuffer>): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = size.columns * refinement;
  picture.height = size.rows * refinement;
  picture.getContext('2d')?.putImageData(new ImageData(pixels, picture.width, picture.height), 0, 0);
  return picture;
}
