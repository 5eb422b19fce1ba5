import { useEffect, useEffectEvent } from 'react';

type Close = () => void;

/** The open layers, the topmost last. */
const open: Close[] = [];
let aimed: Close | undefined;

/** Listens in the capture phase, so that a layer that closes itself does not close the one below too. */
function aim(event: KeyboardEvent): void {
  if (event.key === 'Escape') aimed = open.at(-1);
}

function hit(event: KeyboardEvent): void {
  if (event.key === 'Escape' && aimed && open.includes(aimed)) aimed();
}

function put(close: Close): () => void {
  if (open.length === 0) {
    document.addEventListener('keydown', aim, true);
    document.addEventListener('keydown', hit);
  }
  open.push(close);
  return () => {
    open.splice(open.indexOf(close), 1);
    if (open.length > 0) return;
    document.removeEventListener('keydown', aim, true);
    document.removeEventListener('keydown', hit);
  };
}

/** Closes the topmost open layer with Escape, wherever the focus is. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? put(() => closeNow()) : undefined), [isOpen]);
}
