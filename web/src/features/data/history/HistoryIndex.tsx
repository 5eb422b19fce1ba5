import type { HistoryTableRow } from '@limpid/contract/data/history';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { findBand } from '../../../air/level.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { ReferenceMark } from '../../../air/ReferenceMark.tsx';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useIndexScale } from '../../../api/use-index-scale.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './history.module.css';

type IndexedRow = Pick<HistoryTableRow, 'aqi' | 'primary' | 'reference' | 'missing'>;

/** The index on the colour of its level. */
export function HistoryIndex({ row: { aqi, reference, missing } }: { row: IndexedRow }) {
  const { t } = useTranslation();
  const names = useNames(missing ?? []);
  const [preference] = useIndexPreference();
  const { steps } = useIndexScale(preference);
  if (aqi == null)
    return missing ? (
      <abbr title={t('data.realtime.missing', { names })} className={styles.soft}>
        NA
      </abbr>
    ) : (
      dash
    );
  const step = findBand(steps, aqi);
  return (
    <>
      {reference && <ReferenceMark />}{' '}
      <span
        className={styles.index}
        style={step && { background: step.fill, color: step.ink }}
        title={step?.name}
      >
        {aqi}
      </span>
    </>
  );
}

export function PrimaryNames({ row: { primary } }: { row: IndexedRow }) {
  const names = useNames(primary?.split(',') ?? []);
  return names || dash;
}

function useNames(codes: readonly string[]): string {
  const language = useLanguage();
  const names = codes.filter(Boolean).map((code) => pollutantSign(code, language) ?? code);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
