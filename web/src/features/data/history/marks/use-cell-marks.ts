import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import {
  boxBetween,
  isInBox,
  type MarkedBox,
  moveCell,
  readCell,
  type TableCell,
  writeCell,
} from './cell-marks.ts';

interface Marks {
  /** The cell from which a box extends. */
  anchor: TableCell | undefined;
  /** The corner that moves. */
  end: TableCell | undefined;
  box: MarkedBox | undefined;
}

/** A store, so that only the cells whose mark has changed are rendered while the pointer moves. */
export type CellMarks = UseBoundStore<StoreApi<Marks>>;

const none: Marks = { anchor: undefined, end: undefined, box: undefined };

export function useCellMarks(): CellMarks {
  const [marks] = useState(() => create<Marks>(() => none));
  return marks;
}

const noMarks: CellMarks = create<Marks>(() => none);

/** Whether a cell is marked; never without marks. */
export function useIsMarked(marks: CellMarks | undefined, cell: TableCell): boolean {
  return (marks ?? noMarks)(({ box }) => isInBox(box, cell));
}

export function clearMarks(marks: CellMarks): void {
  if (marks.getState().box) marks.setState(none);
}

const primaryButton = 1;
const cellSelector = '[data-cell]';

function cellAt(target: EventTarget): TableCell | undefined {
  if (!(target instanceof Element)) return undefined;
  return readCell(target.closest<HTMLElement>(cellSelector)?.dataset['cell']);
}

/**
 * Handlers for an element around the table: marks a box of cells by dragging the mouse, by Shift with a click or with
 * arrow keys. Arrow keys alone move the focus, Escape removes the marks.
 */
export function markHandlers(marks: CellMarks, size: TableCell, onMark: () => void) {
  function extendTo(end: TableCell, anchor: TableCell): void {
    const box = boxBetween(anchor, end);
    marks.setState({ anchor, end, box });
    if (box) onMark();
  }

  return {
    onPointerDown(event: PointerEvent): void {
      const cell = cellAt(event.target);
      // A finger scrolls the table.
      if (!cell || event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
      marks.setState({ anchor: cell, end: cell, box: undefined });
    },
    onPointerOver(event: PointerEvent): void {
      if (event.pointerType !== 'mouse' || event.buttons !== primaryButton) return;
      const cell = cellAt(event.target);
      const { anchor } = marks.getState();
      if (cell && anchor) extendTo(cell, anchor);
    },
    onClickCapture(event: MouseEvent): void {
      const cell = cellAt(event.target);
      if (!cell || !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      extendTo(cell, marks.getState().anchor ?? cell);
    },
    onKeyDown(event: KeyboardEvent): void {
      const focused = cellAt(event.target);
      if (!focused) return;
      if (event.key === 'Escape') return clearMarks(marks);
      const { anchor, end = focused } = marks.getState();
      const from = event.shiftKey ? end : focused;
      const next =
        event.ctrlKey || event.altKey || event.metaKey ? undefined : moveCell(from, event.key, size);
      if (!next) return;
      event.preventDefault();
      if (event.shiftKey) extendTo(next, anchor ?? focused);
      else marks.setState({ anchor: next, end: next, box: undefined });
      const target = `[data-cell="${writeCell(next)}"]`;
      event.currentTarget.querySelector<HTMLElement>(target)?.focus();
    },
  };
}
