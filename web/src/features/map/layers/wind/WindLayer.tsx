import { useEffect, useRef } from 'react';
import type { MapHandle } from '../../../../map/map.ts';
import { useMapTheme } from '../../../../resource/use-map-appearance.ts';
import { useScale } from '../../../../ui/scale.ts';
import { stillQuery, useMedia } from '../../../../ui/use-media.ts';
import { WindParticles } from './WindParticles.tsx';
import { coversMarker, startArrow, thinOut, type Wind } from './wind.ts';
import styles from './wind-layer.module.css';

interface WindLayerProps {
  map: MapHandle;
  winds: readonly Wind[];
  /** The hour of the time-lapse; undefined for the present. */
  hour?: number | undefined;
}

const apart = 56;
/** A marker with the halo and the counts of a cluster, on a desktop. */
const markerRadius = 30;
const radians = Math.PI / 180;
/** The length of an arrow grows with the speed of the wind. */
const lengthOf = (speed: number | null) => 14 + Math.min(22, (speed ?? 2) * 2.5);

/** The wind: particles, or arrows if the person prefers reduced motion. */
export function WindLayer({ map, winds, hour }: WindLayerProps) {
  const isDark = useMapTheme() === 'dark';
  const isStill = useMedia(stillQuery);
  if (isStill) return <WindArrows {...{ map, winds, isDark }} />;
  return <WindParticles {...{ map, winds, hour, isDark }} />;
}

/** An arrow at each station where it lies over no marker; none while the map moves, when its markers move too. */
function WindArrows({ map, winds, isDark }: WindLayerProps & { isDark: boolean }) {
  const box = useRef<HTMLCanvasElement>(null);
  const radius = markerRadius * useScale();
  useEffect(() => {
    const canvas = box.current;
    if (!canvas) return undefined;
    const colour = isDark ? 'rgb(190 215 245 / 90%)' : 'rgb(30 60 100 / 85%)';
    const draw = () => drawWinds(canvas, map, winds, { colour, radius });
    draw();
    const clear = () => canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
    // Idle: markers that follow a movement or a change of their sites are drawn by then.
    const leave = [
      map.on('move', clear),
      map.on('moveEnd', draw),
      map.on('sitesDrawn', draw),
      map.on('idle', draw),
    ];
    return () => {
      for (const stop of leave) stop();
    };
  }, [map, winds, isDark, radius]);
  return <canvas ref={box} aria-hidden className={styles.overlay} />;
}

function drawWinds(
  canvas: HTMLCanvasElement,
  map: MapHandle,
  winds: readonly Wind[],
  { colour, radius }: { colour: string; radius: number },
): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.8;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  const placed = winds.map((wind) => {
    const [x, y] = map.project(wind.place);
    return { ...wind, x, y };
  });
  const seen = placed.filter(
    ({ x, y }) => x > -apart && y > -apart && x < width + apart && y < height + apart,
  );
  const markers = map.getMarkers();
  for (const { x, y, heading, speed } of thinOut(seen, apart)) {
    const length = lengthOf(speed);
    const start = startArrow(heading, length, radius);
    const at = (way: number) =>
      [x - Math.sin(heading * radians) * way, y + Math.cos(heading * radians) * way] as const;
    if (coversMarker([at(start), at(start - length)], markers, radius)) continue;
    pen.save();
    pen.translate(x, y);
    pen.rotate(heading * radians);
    pen.translate(0, start);
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(0, -length);
    pen.moveTo(-4.5, -length + 6);
    pen.lineTo(0, -length);
    pen.lineTo(4.5, -length + 6);
    pen.stroke();
    pen.restore();
  }
}
