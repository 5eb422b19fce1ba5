import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element, kept up to date; measured before the first paint. */
export function useWidth<Box extends HTMLElement = HTMLElement>(): [RefObject<Box | null>, number] {
  const element = useRef<Box>(null);
  const [width, setWidth] = useState(0);
  // The width is known only after layout.
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
