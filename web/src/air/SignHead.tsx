import styles from './sign-head.module.css';

interface SignHeadProps {
  /** A few letters, such as a formula. */
  sign: string;
  unit: string;
  /** The full name, for a pointer and for screen readers. */
  name: string;
}

/** The heading of a narrow column: a formula with the unit below it. */
export function SignHead({ sign, unit, name }: SignHeadProps) {
  const full = unit ? `${name} (${unit})` : name;
  return (
    <span className={styles.head} title={full}>
      <span aria-hidden className={styles.sign}>
        {sign}
      </span>
      {unit && (
        <span aria-hidden className={styles.unit}>
          {unit}
        </span>
      )}
      <span className="visually-hidden">{full}</span>
    </span>
  );
}
