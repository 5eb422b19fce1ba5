import { useEffect, useRef } from 'react';

/**
 * Scrolls head, body and scroll bar horizontally together. Changes elements directly, so that scrolling does not render
 * the rows again.
 */
export function useSideScroll() {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  function follow(moved: HTMLElement): void {
    for (const { current: other } of [head, body, bar]) {
      if (other && other !== moved && other.scrollLeft !== moved.scrollLeft)
        other.scrollLeft = moved.scrollLeft;
    }
    tellEdges();
  }

  /** Marks the edges at which columns are hidden behind pinned ones. */
  function tellEdges(): void {
    const { current: rows } = body;
    if (!rows || !frame.current) return;
    const left = rows.scrollLeft > 0;
    const right = rows.scrollLeft + rows.clientWidth < rows.scrollWidth - 1;
    const { dataset } = frame.current;
    if (dataset['left'] !== String(left)) dataset['left'] = String(left);
    if (dataset['right'] !== String(right)) dataset['right'] = String(right);
  }

  useEffect(() => {
    const watcher = new ResizeObserver(tellEdges);
    if (body.current) watcher.observe(body.current);
    if (body.current?.firstElementChild) watcher.observe(body.current.firstElementChild);
    return () => watcher.disconnect();
  }, []);

  return { frame, head, body, bar, follow };
}
