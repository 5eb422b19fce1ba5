import { useSyncExternalStore } from 'react';

const plainRoot = 16;

/**
 * How much larger than on a desk everything is drawn: the style sheet makes the root font grow with the width of
 * a wall screen, and what is measured in JavaScript follows it.
 */
function readScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || plainRoot) / plainRoot;
}

function subscribe(notify: () => void): () => void {
  addEventListener('resize', notify);
  document.addEventListener('fullscreenchange', notify);
  return () => {
    removeEventListener('resize', notify);
    document.removeEventListener('fullscreenchange', notify);
  };
}

export function useScale(): number {
  return useSyncExternalStore(subscribe, readScale);
}

/** A length of the design, in pixels of a desk screen, as one that grows with the root font. */
export function rem(pixels: number): string {
  return `${pixels / plainRoot}rem`;
}
