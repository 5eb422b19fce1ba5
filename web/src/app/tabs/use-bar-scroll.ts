import { useEffect, useLayoutEffect, useRef } from 'react';

/** Scrolls the bar sideways with the wheel, and brings a tab into view when it becomes the active one. */
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
  // Before the tab is seen to be active: a later scroll would undo what the wheel has done since.
  useLayoutEffect(() => {
    const element = bar.current;
    const item = element?.querySelector<HTMLElement>(`[data-path="${CSS.escape(activePath)}"]`);
    if (!element || !item) return;
    const end = item.offsetLeft + item.offsetWidth - element.clientWidth;
    element.scrollLeft = Math.max(end, Math.min(element.scrollLeft, item.offsetLeft));
    // The item of a new tab is rendered after its path has become the active one.
  }, [activePath, count]);
  return bar;
}
