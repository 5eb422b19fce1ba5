import { useState } from 'react';

/**
 * Returns the focus to the element that had it when the dialog was mounted. antd does so too, but without animation it
 * looks too late, when a field of the dialog already has the focus.
 */
export function useFocusReturn(): () => void {
  const [returnFocus] = useState(() => {
    const opener = document.activeElement;
    return () => opener instanceof HTMLElement && opener.focus({ preventScroll: true });
  });
  return returnFocus;
}
