import styles from './interface.module.css';

/** The HTTP method; methods that change data have a warning colour. */
export function MethodTag({ method }: { method: string }) {
  return (
    <span className={styles.method} data-method={method}>
      {method}
    </span>
  );
}
