import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** A cell with a main line and a secondary line. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div>{first}</div>
      {second && <div className={styles.secondLine}>{second}</div>}
    </>
  );
}
