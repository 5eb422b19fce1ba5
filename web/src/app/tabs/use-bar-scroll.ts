import { useEffect, useLayoutEffect, useRef } from 'react';

/** Scrolls the bar horizontally with the wheel, and scrolls the active tab into view. */
export function useBarScroll(activePath: string, count: number) {
  const bar = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = bar.current;
    const turn = (event: WheelEvent) => {
      if (!element || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY + event.deltaX;
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  // Before paint: a later scroll would undo scrolling by the wheel.
  useLayoutEffect(() => {
    const element = bar.current;
    const item = element?.querySelector<HTMLElement>(`[data-path="${CSS.escape(activePath)}"]`);
    if (!element || !item) return;
    const end = item.offsetLeft + item.offsetWidth - element.clientWidth;
    element.scrollLeft = Math.max(end, Math.min(element.scrollLeft, item.offsetLeft));
    // `count`: the item of a new tab is rendered after its path has become active.
  }, [activePath, count]);
  return bar;
}
