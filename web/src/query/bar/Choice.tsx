import { Select } from 'antd';
import styles from './query.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A labelled choice of the query bar. */
export function Choice<Value extends string>({ label, ...control }: ChoiceProps<Value>) {
  return (
    <div className={`${styles.control} ${styles.short}`}>
      <span className={styles.label}>{label}</span>
      <Select<Value> aria-label={label} popupMatchSelectWidth={false} {...control} />
    </div>
  );
}
