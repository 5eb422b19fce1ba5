import styles from './rose.module.css';

/** The colours of classes with their texts. */
export function ClassLegend({ entries }: { entries: readonly { colour: string; text: string }[] }) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ colour, text }) => (
        <li key={text}>
          <span aria-hidden className={styles.swatch} style={{ background: colour }} />
          {text}
        </li>
      ))}
    </ul>
  );
}
