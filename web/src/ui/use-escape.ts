import { useEffect } from 'react';

/** Closes what is open with Escape, wherever the focus is: opened by the mouse, it has none. */
export function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    const closeByEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
    if (isOpen) document.addEventListener('keydown', closeByEscape);
    return () => document.removeEventListener('keydown', closeByEscape);
  }, [isOpen, close]);
}
