import styles from './basis-note.module.css';

/** What a result is made of, by which rules, and what was left out, below it; empty lines are left out. */
export function BasisNote({ lines }: { lines: readonly string[] }) {
  return (
    <footer className={styles.basis}>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  );
}
