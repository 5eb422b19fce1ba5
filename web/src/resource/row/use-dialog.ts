import { useState } from 'react';

/**
 * The state of a dialog with a subject. `turn` counts the openings: as the key of the dialog it resets its state at each
 * one, while a closing dialog stays mounted to fade out and to restore the focus.
 */
export function useDialog<Subject>() {
  const [state, setState] = useState<{ open: boolean; turn: number; subject?: Subject }>({
    open: false,
    turn: 0,
  });
  return {
    ...state,
    show: (subject?: Subject) => setState((old) => ({ open: true, turn: old.turn + 1, subject })),
    hide: () => setState((old) => ({ ...old, open: false })),
  };
}
