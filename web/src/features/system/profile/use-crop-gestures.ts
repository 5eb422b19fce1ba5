import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

export interface Gestures {
  /** In units of the frame's side. */
  move(dx: number, dy: number): void;
  zoomBy(by: number): void;
}

interface Point {
  x: number;
  y: number;
}

const wheelZoom = 0.002;
const pinchZoom = 4;

/** Dragging moves the picture; pinching or the wheel zooms. */
export function useCropGestures(frame: RefObject<HTMLElement | null>, { move, zoomBy }: Gestures) {
  const down = useRef(new Map<number, Point>());
  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(-event.deltaY * wheelZoom);
  });
  useEffect(() => {
    const element = frame.current;
    // Wheel listeners of React are passive and cannot prevent scrolling.
    element?.addEventListener('wheel', zoomByWheel, { passive: false });
    return () => element?.removeEventListener('wheel', zoomByWheel);
  }, [frame]);

  const spread = () => {
    const [one, other] = [...down.current.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : undefined;
  };
  const lift = ({ pointerId }: PointerEvent) => down.current.delete(pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      const from = down.current.get(pointerId);
      if (!from) return;
      const side = currentTarget.clientWidth;
      const before = spread();
      down.current.set(pointerId, { x: clientX, y: clientY });
      if (before === undefined) move((clientX - from.x) / side, (clientY - from.y) / side);
      else zoomBy((((spread() ?? before) - before) / side) * pinchZoom);
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
