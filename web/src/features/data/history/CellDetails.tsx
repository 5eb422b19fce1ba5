import { Popover } from 'antd';
import styles from './history.module.css';

/** The cell below the pointer or with the focus. */
export interface HoveredCell {
  title: string;
  lines: readonly string[];
  box: DOMRect;
}

/** One popover for all cells: hundreds of them would make the table slow. */
export function CellDetails({ hovered }: { hovered: HoveredCell | undefined }) {
  if (!hovered) return null;
  const { title, lines, box } = hovered;
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
