import styles from './interface.module.css';

/** The verb of a request, in a colour that warns of those that change something. */
export function MethodTag({ method }: { method: string }) {
  return (
    <span className={styles.method} data-method={method}>
      {method}
    </span>
  );
}
