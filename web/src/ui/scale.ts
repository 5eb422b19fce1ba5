import { useSyncExternalStore } from 'react';

const plainRoot = 16;

/**
 * The scale relative to a desktop: the style sheet grows the root font with the width of a wall screen, and lengths
 * in JavaScript follow it.
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

/** Converts a length in pixels of a desktop screen to rem, which grows with the root font. */
export function toRem(pixels: number): string {
  return `${pixels / plainRoot}rem`;
}
