import { type PointerEvent, useRef } from 'react';
import type { ChangeRange, Moments } from './use-zoom-draft.ts';
import { type Finger, pinchRange } from './zoom-range.ts';

/** The share of the plot's width that a finger has to move before it moves the range: less is a tap. */
const shortestMove = 0.02;

/** One finger moves the range sideways, two zoom it; up and down the browser scrolls the page. */
export function useTouchZoom(shareAt: (x: number) => number, change: ChangeRange) {
  const fingers = useRef(new Map<number, Finger>());
  // The range at the start of the gesture: steps from there do not add up rounding errors.
  const start = useRef<Moments>(undefined);
  const shareOf = (event: PointerEvent<HTMLElement>) =>
    shareAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const restart = () => {
    start.current = undefined;
    for (const finger of fingers.current.values()) finger.from = finger.to;
  };
  const lift = ({ pointerId }: PointerEvent<HTMLElement>) => {
    if (fingers.current.delete(pointerId)) restart();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch') return;
      const share = shareOf(event);
      fingers.current.set(event.pointerId, { from: share, to: share });
      restart();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const finger = fingers.current.get(event.pointerId);
      if (!finger) return;
      finger.to = shareOf(event);
      const isTap = fingers.current.size === 1 && Math.abs(finger.to - finger.from) < shortestMove;
      if (isTap && !start.current) return;
      change((range, latest) => {
        start.current ??= range;
        return pinchRange(start.current, [...fingers.current.values()], latest);
      });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
