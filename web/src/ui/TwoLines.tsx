import type { ReactNode } from 'react';
import { EllipsisText } from './EllipsisText.tsx';
import styles from './ui.module.css';

/** A cell with a main line and a secondary line; texts are cut off with an ellipsis. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div>{showLine(first)}</div>
      {second && <div className={styles.secondLine}>{showLine(second)}</div>}
    </>
  );
}

function showLine(line: ReactNode): ReactNode {
  return typeof line === 'string' ? <EllipsisText text={line} /> : line;
}
