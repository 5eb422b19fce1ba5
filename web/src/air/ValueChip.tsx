import { dash } from './describe-value.ts';
import type { MeasureScale } from './measure-scale.ts';
import styles from './value-chip.module.css';

interface ValueChipProps {
  value: number | null;
  scale: Pick<MeasureScale, 'format' | 'findStep'>;
  /** For narrow columns: as wide as its number. */
  isSmall?: boolean;
  /** Too old to describe the present: without the colour and the name of its level. */
  isStale?: boolean;
}

/** A value on the colour of its level; a dash without a value. */
export function ValueChip({ value, scale, isSmall = false, isStale = false }: ValueChipProps) {
  if (value === null) return dash;
  const step = scale.findStep(value);
  if (!step) return scale.format(value);
  return (
    <span
      className={[styles.chip, isSmall && styles.small, isStale && styles.stale].filter(Boolean).join(' ')}
      style={isStale ? undefined : { background: step.fill, color: step.ink }}
      title={isStale ? undefined : step.name}
    >
      {scale.format(value)}
      {!isStale && <span className="visually-hidden"> {step.name}</span>}
    </span>
  );
}
