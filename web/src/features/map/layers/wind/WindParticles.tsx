import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from '../../../../map/map.ts';
import { worldPixels } from '../../../../map/mercator.ts';
import { countParticles, fadeAfter, makeParticles } from './particles.ts';
import { thinOut, type Wind } from './wind.ts';
import { buildWindField, type ScreenWind, type WindField } from './wind-field.ts';
import styles from './wind-layer.module.css';

interface WindParticlesProps {
  map: MapHandle;
  winds: readonly Wind[];
  /** The hour of the time-lapse; undefined for the present. */
  hour: number | undefined;
  isDark: boolean;
}

const cell = 24;
const frameMs = 1000 / 30;
/** The opacity of a fresh trail. */
const strongest = 0.5;
/** Stations report every few seconds or minutes; the field follows them, and each hour of the time-lapse at once. */
const fieldMs = 10_000;
/** More pixels of a dense screen cannot be told apart in a trail, and each has to fade. */
const mostRatio = 2;
/** Markers and their numbers stay clear of trails. */
const markerRadius = 17;
/** Stations speak for their surroundings: 40 km, but visible at low zoom as well. */
const [reachKm, leastReach] = [40, 70];
/** Stations closer than this on the screen say the same. */
const apart = 28;
/** Only where the direction is measured without the speed. */
const usualSpeed = 2;
const radians = Math.PI / 180;

/** Particles that drift with the wind between stations; they stop while the map moves. */
export function WindParticles({ map, winds, hour, isDark }: WindParticlesProps) {
  const box = useRef<HTMLCanvasElement>(null);
  const readWinds = useEffectEvent(() => ({ winds, hour }));
  useEffect(() => {
    const pen = box.current?.getContext('2d');
    if (!pen) return undefined;
    const start = () => run(pen, map, () => readWinds(), isDark);
    let stop = start();
    const leaveMove = map.on('move', () => {
      stop();
      pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    });
    const leaveEnd = map.on('moveEnd', () => {
      stop();
      stop = start();
    });
    return () => {
      stop();
      leaveMove();
      leaveEnd();
    };
  }, [map, isDark]);
  return <canvas ref={box} aria-hidden className={styles.overlay} />;
}

/** Draws until it is stopped. */
function run(
  pen: CanvasRenderingContext2D,
  map: MapHandle,
  readWinds: () => { winds: readonly Wind[]; hour: number | undefined },
  isDark: boolean,
): () => void {
  const size = map.getSize();
  const ratio = Math.min(mostRatio, devicePixelRatio);
  [pen.canvas.width, pen.canvas.height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  // Setting the size resets the scale.
  pen.scale(ratio, ratio);
  pen.lineWidth = 1.2;
  pen.lineCap = 'round';
  pen.strokeStyle = isDark ? 'rgb(196 220 250)' : 'rgb(34 64 104)';
  const particles = makeParticles(size, countParticles(size));
  let built = readWinds();
  let field = makeField(map, built.winds);
  let markers = outlineMarkers(map);
  let [last, builtAt] = [performance.now(), performance.now()];
  let frame = requestAnimationFrame(function step(time) {
    frame = requestAnimationFrame(step);
    if (time - last < frameMs - 2) return;
    // A hidden page resumes where it was.
    const seconds = Math.min(0.1, (time - last) / 1000);
    last = time;
    const current = readWinds();
    if (time - builtAt > fieldMs || current.hour !== built.hour) {
      built = current;
      field = makeField(map, current.winds);
      markers = outlineMarkers(map);
      builtAt = time;
    }
    fadeTrails(pen, seconds);
    particles.step(field, seconds, (fromX, fromY, toX, toY, alpha) => {
      pen.globalAlpha = alpha * strongest;
      pen.beginPath();
      pen.moveTo(fromX, fromY);
      pen.lineTo(toX, toY);
      pen.stroke();
    });
    erase(pen, markers);
  });
  return () => cancelAnimationFrame(frame);
}

function makeField(map: MapHandle, winds: readonly Wind[]): WindField {
  const reach = Math.max(leastReach, reachKm / readKmPerPixel(map));
  return buildWindField(placeWinds(map, winds, reach), { ...map.getSize(), cell, reach });
}

function fadeTrails(pen: CanvasRenderingContext2D, seconds: number): void {
  pen.globalAlpha = fadeAfter(seconds);
  pen.globalCompositeOperation = 'destination-in';
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  pen.globalCompositeOperation = 'source-over';
}

function outlineMarkers(map: MapHandle): Path2D {
  const outline = new Path2D();
  for (const [x, y] of map.getMarkers()) {
    outline.moveTo(x + markerRadius, y);
    outline.arc(x, y, markerRadius, 0, 2 * Math.PI);
  }
  return outline;
}

function erase(pen: CanvasRenderingContext2D, outline: Path2D): void {
  pen.globalAlpha = 1;
  pen.globalCompositeOperation = 'destination-out';
  pen.fill(outline);
  pen.globalCompositeOperation = 'source-over';
}

function placeWinds(map: MapHandle, winds: readonly Wind[], reach: number): ScreenWind[] {
  const { width, height } = map.getSize();
  const placed = winds.map(({ place, heading, speed }): ScreenWind => {
    const [x, y] = map.project(place);
    const strength = speed ?? usualSpeed;
    return { x, y, u: Math.sin(heading * radians) * strength, v: -Math.cos(heading * radians) * strength };
  });
  const near = placed.filter(
    ({ x, y }) => x > -reach && y > -reach && x < width + reach && y < height + reach,
  );
  return thinOut(near, apart);
}

const equatorKm = 40_075;

function readKmPerPixel(map: MapHandle): number {
  const { center, zoom } = map.getView();
  return (equatorKm * Math.cos(center[1] * radians)) / (worldPixels * 2 ** zoom);
}
