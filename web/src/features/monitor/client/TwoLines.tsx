import type { ReactNode } from 'react';
import styles from './client.module.css';

/** What a cell is about, and below it, softer, what belongs to it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div>{first}</div>
      {second && <div className={styles.second}>{second}</div>}
    </>
  );
}
