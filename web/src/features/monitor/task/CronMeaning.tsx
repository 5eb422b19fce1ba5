import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import styles from './task.module.css';
import { useExpression } from './use-expression.ts';

/** The description of an expression and its next runs, or its error. */
export function CronMeaning({ expression }: { expression: string }) {
  const { t } = useTranslation();
  const { meaning } = useExpression(expression);
  return (
    <div aria-live="polite" className={styles.meaning}>
      <div className={styles.words}>
        {meaning?.problem && <Typography.Text type="danger">{meaning.problem}</Typography.Text>}
        {meaning?.reading && <Typography.Text strong>{meaning.reading}</Typography.Text>}
      </div>
      {meaning && meaning.runs.length > 0 && (
        <div className={styles.words}>
          <Typography.Text type="secondary">{t('monitor.cron.nextRuns')}</Typography.Text>
          <ol className={styles.runs}>
            {meaning.runs.map((run) => (
              <li key={run}>
                <DateTimeText value={run} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
