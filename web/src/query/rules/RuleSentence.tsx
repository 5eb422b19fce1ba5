import styles from './rules.module.css';

/** The condition of a rule in words, while it is typed. */
export function RuleSentence({ label, text }: { label: string; text: string }) {
  return (
    <output className={styles.sentence} aria-label={label}>
      {text}
    </output>
  );
}
