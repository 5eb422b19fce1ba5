import { useState } from 'react';

/**
 * A dialog about a subject. `turn` is new at every opening: as the key of the dialog it makes each one start afresh,
 * while the closing one stays mounted long enough to fade and to give the focus back.
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
