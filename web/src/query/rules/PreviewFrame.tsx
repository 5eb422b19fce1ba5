import type { ReactNode } from 'react';
import styles from './rules.module.css';

interface PreviewFrameProps {
  title: string;
  /** Controls beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The part of a rule's form that shows what the rule would have done. */
export function PreviewFrame({ title, aside, children }: PreviewFrameProps) {
  return (
    <section className={styles.preview} aria-label={title}>
      <header className={styles.previewHead}>
        <h3 className={styles.previewTitle}>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Why there is nothing to show. */
export function PreviewNote({ text }: { text: string }) {
  return <p className={styles.previewNote}>{text}</p>;
}
