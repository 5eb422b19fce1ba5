import { useEffect, useEffectEvent } from 'react';

type Close = () => void;

/** The open layers, the topmost last. */
const openLayers: Close[] = [];
let target: Close | undefined;

/** Listens in the capture phase, so that a layer that closes itself does not close the one below too. */
function rememberTarget(event: KeyboardEvent): void {
  if (event.key === 'Escape') target = openLayers.at(-1);
}

function closeTarget(event: KeyboardEvent): void {
  if (event.key === 'Escape' && target && openLayers.includes(target)) target();
}

function pushLayer(close: Close): () => void {
  if (openLayers.length === 0) {
    document.addEventListener('keydown', rememberTarget, true);
    document.addEventListener('keydown', closeTarget);
  }
  openLayers.push(close);
  return () => {
    openLayers.splice(openLayers.indexOf(close), 1);
    if (openLayers.length > 0) return;
    document.removeEventListener('keydown', rememberTarget, true);
    document.removeEventListener('keydown', closeTarget);
  };
}

/** Closes the topmost open layer with Escape, wherever the focus is. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? pushLayer(() => closeNow()) : undefined), [isOpen]);
}
