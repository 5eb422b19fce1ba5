import { roundHalfEven } from '@limpid/aqi/decimal';
import type { Channel } from '../../../air/channel.ts';
import { dash } from '../../../air/describe-value.ts';
import { findBand } from '../../../air/level.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from '../site-panel/site-panel.module.css';
import { getPollutantUnit, isComparable } from './shade-reference.ts';

interface ReferenceValueProps {
  pollutant: string;
  value: number | undefined;
  /** The channel of our own sites that has the levels for this pollutant. */
  channel: Channel | undefined;
}

/** One published mean with its unit and level; a dash where none was published. */
export function ReferenceValue({ pollutant, value, channel }: ReferenceValueProps) {
  const language = useLanguage();
  const shown = value === undefined ? undefined : roundHalfEven(value, pollutant === 'CO' ? 1 : 0);
  const steps = channel && isComparable(channel) ? channel.steps : [];
  const step = shown === undefined ? undefined : findBand(steps, shown);
  return (
    <div className={styles.tile}>
      <span className={styles.tileName}>{pollutantSign(pollutant, language) ?? pollutant}</span>
      <span className={styles.tileValue}>
        <span className={styles.number}>
          {shown === undefined ? dash : formatDecimal(shown, pollutant === 'CO' ? 1 : 0, language)}
        </span>
        {shown !== undefined && <span className={styles.unit}>{getPollutantUnit(pollutant)}</span>}
      </span>
      <span className={styles.tileNote}>
        {step && <i aria-hidden className={styles.dot} style={{ background: step.fill }} />}
        {step?.name}
      </span>
    </div>
  );
}
