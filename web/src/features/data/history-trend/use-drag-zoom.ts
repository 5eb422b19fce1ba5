import { MINUTE_MS } from '@limpid/contract/durations';
import { type PointerEvent, useRef, useState } from 'react';
import type { ChangeRange, Moments } from './use-zoom-draft.ts';
import { fitRange } from './zoom-range.ts';

/** Pixels: a shorter drag is a click. */
const shortestDrag = 8;

interface Selection {
  left: number;
  width: number;
}

/** A drag with the mouse or a pen selects a range, which is returned in pixels until it is released; with Shift it moves the range. */
export function useDragZoom(
  momentAt: (x: number) => number,
  change: ChangeRange,
  onSelect: (range: Moments) => void,
) {
  const drag = useRef<{ x: number; isMove: boolean }>(undefined);
  const [selection, setSelection] = useState<Selection>();
  const xOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const stop = () => {
    drag.current = undefined;
    setSelection(undefined);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button === 0 && event.pointerType !== 'touch')
        drag.current = { x: xOf(event), isMove: event.shiftKey };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const started = drag.current;
      const x = xOf(event);
      if (!started || Math.abs(x - started.x) < (started.isMove ? 1 : shortestDrag)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (started.isMove) {
        const shift = momentAt(started.x) - momentAt(x);
        // Ranges are whole minutes: a shorter way adds to the next.
        if (Math.abs(shift) < MINUTE_MS) return;
        drag.current = { x, isMove: true };
        change(({ from, to }, latest) => fitRange({ from: from + shift, to: to + shift }, latest));
      } else setSelection({ left: Math.min(x, started.x), width: Math.abs(x - started.x) });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const started = drag.current;
      const x = xOf(event);
      stop();
      if (!started || started.isMove || Math.abs(x - started.x) < shortestDrag) return;
      const [from = 0, to = 0] = [momentAt(started.x), momentAt(x)].toSorted((a, b) => a - b);
      onSelect({ from, to });
    },
    onPointerCancel: stop,
  };
  return { handlers, selection };
}
