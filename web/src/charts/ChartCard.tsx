import { Card } from 'antd';
import type { ReactNode } from 'react';
import styles from './charts.module.css';

interface ChartCardProps {
  title: string;
  /** How to read the chart. */
  note?: string;
  /** Counts and conditions of the data, below the chart. */
  facts?: readonly string[];
  /** The flags of the data, after the facts. */
  flags?: ReactNode;
  extra?: ReactNode;
  children: ReactNode;
}

/** A chart with its title, how to read it, and what it is based on. */
export function ChartCard({ title, note, facts = [], flags, extra, children }: ChartCardProps) {
  return (
    <Card title={title} size="small" extra={extra}>
      {note && <p className={styles.note}>{note}</p>}
      {children}
      {(facts.length > 0 || flags) && (
        <div className={styles.facts}>
          {facts.join(' · ')} {flags}
        </div>
      )}
    </Card>
  );
}
