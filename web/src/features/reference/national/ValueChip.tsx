import styles from './national.module.css';
import type { NationalScale } from './use-national-scale.ts';

/** A value on the colour of its level; a dash without one. */
export function ValueChip({ value, scale }: { value: number | null; scale: NationalScale }) {
  if (value === null) return '—';
  const step = scale.findStep(value);
  return (
    <span className={styles.chip} style={{ background: step?.fill, color: step?.ink }} title={step?.name}>
      {scale.format(value)}
      {step && <span className="visually-hidden"> {step.name}</span>}
    </span>
  );
}
