import { type RefObject, useEffect, useRef } from 'react';
import type { ChangeRange } from './use-zoom-draft.ts';
import { moveRange, zoomRange } from './zoom-range.ts';

const zoomFactor = 1.2;
const moveShare = 0.08;

/** The wheel with Ctrl zooms around the pointer; with Shift, or sideways, it moves. Alone it scrolls the page. */
export function useWheelZoom(
  box: RefObject<HTMLElement | null>,
  momentAt: (x: number) => number,
  change: ChangeRange,
): void {
  const onWheel = useRef<(event: WheelEvent) => void>(undefined);
  useEffect(() => {
    onWheel.current = (event) => {
      const isMove = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !isMove) return;
      event.preventDefault();
      // The chart would show its tooltip, and lay it out anew for every turn.
      event.stopPropagation();
      const sign = Math.sign(event.deltaY || event.deltaX);
      const at = momentAt(event.offsetX);
      change((range, latest) =>
        isMove
          ? moveRange(range, sign * moveShare, latest)
          : zoomRange(range, zoomFactor ** sign, latest, at),
      );
    };
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: WheelEvent) => onWheel.current?.(event);
    // React listens passively, but the wheel with Ctrl must not zoom the page.
    element?.addEventListener('wheel', listen, { passive: false, capture: true });
    return () => element?.removeEventListener('wheel', listen, { capture: true });
  }, [box]);
}
