import { useTranslation } from 'react-i18next';
import { stateKey } from './state-values.ts';

/** The value of station information; a state has the word of the standard beside its number. */
export function useStateWords(): (name: string, value: string) => string {
  const { t } = useTranslation();
  return (name, value) => {
    const code = name.replace(/-Info$/, '');
    const word = t(`ingest.report.stateWords.${code}.${stateKey(value)}`, { defaultValue: '' });
    return word ? t('ingest.report.stateValue', { value, word }) : value;
  };
}
