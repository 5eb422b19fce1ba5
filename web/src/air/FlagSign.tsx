import styles from './flag-button.module.css';
import { flagSign } from './flag-summary.ts';

/** The sign of flags inside of something that opens the flagged site; its title says what data rules have found. */
export function FlagSign({ lines }: { lines: readonly string[] | undefined }) {
  if (!lines || lines.length === 0) return null;
  const text = lines.join('; ');
  return (
    <span className={styles.sign} title={text}>
      <span aria-hidden>{flagSign}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
