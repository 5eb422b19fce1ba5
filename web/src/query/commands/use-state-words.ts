import { useTranslation } from 'react-i18next';
import { stateKey } from './state-values.ts';

/** Results of requests and of their execution. */
const results: Partial<Record<string, 'qn' | 'exe'>> = { QnRtn: 'qn', ExeRtn: 'exe' };

/** The value of a field; a state of station information and a result have their words beside the number. */
export function useStateWords(): (name: string, value: string) => string {
  const { t } = useTranslation();
  return (name, value) => {
    const result = results[name];
    const code = name.replace(/-Info$/, '');
    const key = result
      ? `device.results.${result}_${stateKey(value)}`
      : `ingest.report.stateWords.${code}.${stateKey(value)}`;
    const word = t(key, { defaultValue: '' });
    return word ? t('ingest.report.stateValue', { value, word }) : value;
  };
}
