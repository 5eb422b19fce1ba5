import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../lib/format.ts';
import styles from './change-mark.module.css';
import type { HourChange } from './value-change.ts';

interface ChangeMarkProps {
  /** Undefined if there is no value of an hour before: nothing is shown. */
  change: HourChange | undefined;
  decimals: number;
  unit: string;
  language: string;
}

const turns = { up: 0, down: 180, steady: 90 };

/** An arrow with the change in the last hour. Neither direction is good or bad by itself, so it has no colour. */
export function ChangeMark({ change, decimals, unit, language }: ChangeMarkProps) {
  const { t } = useTranslation();
  if (!change) return null;
  const { direction, amount } = change;
  const number = formatDecimal(amount, decimals, language);
  const words = t(`map.change.${direction}`, { amount: unit ? `${number} ${unit}` : number });
  return (
    <span className={styles.change} title={words}>
      <svg aria-hidden viewBox="0 0 12 12" style={{ transform: `rotate(${turns[direction]}deg)` }}>
        <path d="M6 1.5 10.2 6H7.1v4.5H4.9V6H1.8z" fill="currentColor" />
      </svg>
      {direction !== 'steady' && <span aria-hidden>{number}</span>}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
