import { Popover } from 'antd';
import { useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import styles from './history.module.css';

/** The cell below the pointer or with the focus. */
export interface HoveredCell {
  title: string;
  lines: readonly string[];
  box: DOMRect;
}

type HoverStore = UseBoundStore<StoreApi<{ cell: HoveredCell | undefined }>>;

/** A store, so that the table is not rendered whenever the pointer moves to another cell. */
export function useHoveredCell(): HoverStore {
  const [store] = useState(() => create<{ cell: HoveredCell | undefined }>(() => ({ cell: undefined })));
  return store;
}

/** One popover for all cells: hundreds of them would make the table slow. */
export function CellDetails({ hovered }: { hovered: HoverStore }) {
  const cell = hovered((state) => state.cell);
  if (!cell) return null;
  const { title, lines, box } = cell;
  const { left, top, width, height } = box;
  return (
    <Popover
      key={`${left} ${top}`}
      open
      title={title}
      placement="top"
      content={
        <ul className={styles.details}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    >
      <span aria-hidden className={styles.anchor} style={{ left, top, width, height }} />
    </Popover>
  );
}
