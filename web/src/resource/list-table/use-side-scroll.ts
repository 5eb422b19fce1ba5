import { useEffect, useRef } from 'react';

/**
 * The heading, the rows and the bar below them are moved sideways together. Only elements are touched: a list of rows
 * is not drawn anew because somebody looks at another part of it.
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

  /** At which edges something is hidden behind pinned columns. */
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
