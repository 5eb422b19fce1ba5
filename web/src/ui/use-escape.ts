import { useEffect, useEffectEvent } from 'react';

type Close = () => void;

/** What is open, the topmost last. */
const open: Close[] = [];
let aimed: Close | undefined;

/** Before anybody else hears of the key: what closes by itself must not take along what lies under it. */
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

/** Closes what is open with Escape, wherever the focus is: opened by the mouse, it has none. The topmost goes first. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? put(() => closeNow()) : undefined), [isOpen]);
}
