import { useTranslation } from 'react-i18next';
import styles from './commands.module.css';
import { findStateValues } from './state-values.ts';
import { useStateWords } from './use-state-words.ts';

/** The states in the text of packets, in words; nothing if there are none. */
export function StateWords({ text }: { text: string }) {
  const { t } = useTranslation();
  const write = useStateWords();
  const states = findStateValues(text).filter(({ code, value }) => write(code, value) !== value);
  if (states.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {states.map(({ code, value }) => (
        <div key={`${code} ${value}`}>
          <dt>
            <span className={styles.sentence}>{t(`ingest.report.codes.${code}`)}</span> {code}
          </dt>
          <dd>{write(code, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
