import { useState } from 'react';

/**
 * Gives the focus back to what had it when the dialog was mounted. The library does so too, but where nothing fades it
 * looks too late, when a field of the dialog already has the focus.
 */
export function useFocusReturn(): () => void {
  const [returnFocus] = useState(() => {
    const opener = document.activeElement;
    return () => opener instanceof HTMLElement && opener.focus({ preventScroll: true });
  });
  return returnFocus;
}
