import { useEffect, useRef } from 'react';

/** The wheel moves the bar sideways instead of the page, and the active tab is brought into view. */
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
  useEffect(() => {
    const element = bar.current;
    const item = element?.querySelector<HTMLElement>(`[data-path="${CSS.escape(activePath)}"]`);
    if (!element || !item) return;
    const end = item.offsetLeft + item.offsetWidth - element.clientWidth;
    element.scrollLeft = Math.max(end, Math.min(element.scrollLeft, item.offsetLeft));
    // A new tab is drawn only after its path has become the active one.
  }, [activePath, count]);
  return bar;
}
