import { type PointerEvent, useRef } from 'react';
import type { ChangeRange, Moments } from './use-zoom-draft.ts';
import { type Finger, pinchRange } from './zoom-range.ts';

/** The share of the plot's width that a finger has to move before it moves the range: less is a tap. */
const shortestMove = 0.02;

/** Where a finger began and where it is now, in pixels of the plot. */
interface FingerPath {
  fromX: number;
  toX: number;
}

/** One finger moves the range sideways, two zoom it; up and down the browser scrolls the page. */
export function useTouchZoom(shareAt: (x: number) => number, change: ChangeRange) {
  const fingers = useRef(new Map<number, FingerPath>());
  // The range at the start of the gesture: steps from there do not add up rounding errors.
  const start = useRef<Moments>(undefined);
  const placeOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  /** By the present width of the plot, which labels may change during the gesture. */
  const toFinger = ({ fromX, toX }: FingerPath): Finger => ({ from: shareAt(fromX), to: shareAt(toX) });
  const restart = () => {
    start.current = undefined;
    for (const finger of fingers.current.values()) finger.fromX = finger.toX;
  };
  const lift = ({ pointerId }: PointerEvent<HTMLElement>) => {
    if (fingers.current.delete(pointerId)) restart();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch') return;
      const x = placeOf(event);
      fingers.current.set(event.pointerId, { fromX: x, toX: x });
      restart();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const finger = fingers.current.get(event.pointerId);
      if (!finger) return;
      finger.toX = placeOf(event);
      const { from, to } = toFinger(finger);
      const isTap = fingers.current.size === 1 && Math.abs(to - from) < shortestMove;
      if (isTap && !start.current) return;
      change((range, latest) => {
        start.current ??= range;
        return pinchRange(start.current, [...fingers.current.values()].map(toFinger), latest);
      });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
