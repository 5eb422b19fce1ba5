import { useEffect, useRef } from 'react';

export interface Moments {
  from: number;
  to: number;
}

interface ZoomFacts {
  range: Moments;
  /** Nothing is shown beyond this moment. */
  latest: number;
  /** Shows a range at once, with the data that there is. */
  preview: (range: Moments) => void;
  /** Loads a range. */
  onZoom: (range: Moments) => void;
}

export type ChangeRange = (change: (range: Moments, latest: number) => Moments) => void;

const restMs = 250;

/** Changes the shown range step by step: each step is previewed at once, and the last one loaded when the gesture rests. */
export function useZoomDraft(facts: ZoomFacts): ChangeRange {
  const current = useRef(facts);
  const draft = useRef<Moments>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    current.current = facts;
  });
  const { from, to } = facts.range;
  // A loaded range ends the gesture that asked for it.
  useEffect(() => {
    draft.current = undefined;
    return () => clearTimeout(timer.current);
  }, [from, to]);
  return (change) => {
    const { range, latest, preview, onZoom } = current.current;
    const next = change(draft.current ?? range, latest);
    draft.current = next;
    preview(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onZoom(next), restMs);
  };
}
