import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface Props {
  code?: string;
  title: string;
  text: string;
  children: ReactNode;
}

export function MessagePage({ code, title, text, children }: Props) {
  return (
    <div className={styles.page}>
      <div className={styles.box}>
        {code && (
          <p className={styles.code} aria-hidden>
            {code}
          </p>
        )}
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  );
}
