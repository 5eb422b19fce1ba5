import { dash } from './describe-value.ts';
import type { MeasureScale } from './measure-scale.ts';
import styles from './value-chip.module.css';

interface ValueChipProps {
  value: number | null;
  scale: Pick<MeasureScale, 'format' | 'findStep'>;
}

/** A value on the colour of its level; a dash without a value. */
export function ValueChip({ value, scale }: ValueChipProps) {
  if (value === null) return dash;
  const step = scale.findStep(value);
  if (!step) return scale.format(value);
  return (
    <span className={styles.chip} style={{ background: step.fill, color: step.ink }} title={step.name}>
      {scale.format(value)}
      <span className="visually-hidden"> {step.name}</span>
    </span>
  );
}
