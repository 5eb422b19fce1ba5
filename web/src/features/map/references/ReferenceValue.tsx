import { roundHalfEven } from '@limpid/aqi/decimal';
import { formatDecimal } from '../../../lib/format.ts';
import { drawLevels, findLevel } from '../../../lib/level.ts';
import { pollutantSign } from '../../../resource/air/pollutants.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapChannel } from '../shade.ts';
import styles from '../site-panel/site-panel.module.css';
import { isComparable, unitOf } from './shade-reference.ts';

interface ReferenceValueProps {
  pollutant: string;
  value: number | undefined;
  /** The same of our own sites, whose bands tell the level. */
  channel: MapChannel | undefined;
  isSafe: boolean;
}

/** One published mean with its unit and level; a dash where none was published. */
export function ReferenceValue({ pollutant, value, channel, isSafe }: ReferenceValueProps) {
  const language = useLanguage();
  const shown = value === undefined ? undefined : roundHalfEven(value, pollutant === 'CO' ? 1 : 0);
  const steps = channel && isComparable(channel) ? drawLevels(channel.bands, isSafe) : [];
  const step = shown === undefined ? undefined : findLevel(steps, shown);
  return (
    <div className={styles['tile']}>
      <span className={styles['tileName']}>{pollutantSign(pollutant, language) ?? pollutant}</span>
      <span className={styles['tileValue']}>
        <span className={styles['number']}>
          {shown === undefined ? '—' : formatDecimal(shown, pollutant === 'CO' ? 1 : 0, language)}
        </span>
        {shown !== undefined && <span className={styles['unit']}>{unitOf(pollutant)}</span>}
      </span>
      <span className={styles['tileNote']}>
        {step && <i aria-hidden className={styles['dot']} style={{ background: step.fill }} />}
        {step?.name}
      </span>
    </div>
  );
}
