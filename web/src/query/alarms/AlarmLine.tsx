import { localised } from '@limpid/contract/kit/resource';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDict } from '../../resource/fields/use-dict.ts';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { SeverityIcon } from '../../ui/severity/SeverityMark.tsx';
import { readSeverity, severityClass } from '../../ui/severity/severity.ts';
import { AlarmDuration } from './AlarmDuration.tsx';
import { type AlarmRow, describeAlarmValue, nameParts } from './alarm.ts';
import styles from './alarms.module.css';

interface AlarmLineProps {
  row: AlarmRow;
  to: string;
  /** The site, where the list has several. */
  hasSite?: boolean;
  /** With its rule and times, and emphasised. */
  isFull?: boolean;
  action?: ReactNode;
  onOpen?: () => void;
}

/** An alarm as an item of a short list: severity, what, value and limit, for how long. */
export function AlarmLine({ row, to, hasSite = false, isFull = false, action, onOpen }: AlarmLineProps) {
  const language = useLanguage();
  const names = useDict('alarm_severity');
  const types = useDict('alarm_type');
  const severity = readSeverity(row.severity);
  const { t } = useTranslation();
  const channel = localised(row, 'channelName', language) || nameParts(row, t);
  const type = types.find(({ value }) => value === row.alarmType)?.text ?? row.alarmType ?? '';
  const what = [channel, type].filter(Boolean).join(' · ');
  const compared = describeAlarmValue(row, language);
  return (
    <li
      className={`${styles.line} ${severityClass(severity)} ${isFull ? styles.full : ''}`}
      {...(isFull && { 'aria-current': true })}
    >
      <SeverityIcon
        severity={severity}
        name={names.find(({ value }) => value === severity)?.text ?? severity}
      />
      <Link to={to} className={styles.text} onClick={onOpen}>
        <span className={styles.first}>{hasSite ? row.siteName : what}</span>
        {hasSite && <span className={styles.soft}>{what}</span>}
        <span className={styles.soft}>
          {compared.value && (
            <>
              <strong>{compared.value}</strong> {compared.limit}
              {' · '}
            </>
          )}
          <span className={styles.span}>
            <AlarmDuration row={row} />
          </span>
        </span>
        {isFull && <AlarmFacts row={row} />}
      </Link>
      {action}
    </li>
  );
}

/** The rule of an alarm, and when it was raised and ended. */
function AlarmFacts({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { value: peak } = describeAlarmValue({ ...row, value: row.peak }, language);
  const facts = {
    ruleName: row.ruleName,
    peak,
    raisedAt: row.raisedAt && <DateTimeText value={row.raisedAt} />,
    endedAt: row.endedAt && <DateTimeText value={row.endedAt} />,
    acknowledgedBy: row.acknowledgedBy,
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{t(`alarm.log.fields.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
