import type { ReactNode, Ref } from 'react';
import styles from './list-section.module.css';

interface ListSectionProps {
  title: string;
  /** Beside the title. */
  action: ReactNode;
  /** For a section that takes the focus when it opens. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of a screen with a table below its title. */
export function ListSection({ title, action, ref, children }: ListSectionProps) {
  return (
    <section ref={ref} {...(ref && { tabIndex: -1 })} aria-label={title} className={styles.list}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
