const duration = 800;

function scrollingParent(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Scrolls the page of `element` to its top; without animation if reduced motion is preferred. */
export function scrollToTop(element: Element): void {
  const page = scrollingParent(element);
  const from = page.scrollTop;
  if (from === 0) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    page.scrollTop = 0;
    return;
  }
  const start = performance.now();
  const step = (now: number) => {
    const part = Math.min((now - start) / duration, 1);
    page.scrollTop = from * (1 - part) ** 3;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
