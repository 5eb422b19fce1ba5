import { AlertFilled, ExclamationCircleOutlined, InfoCircleOutlined, WarningFilled } from '@ant-design/icons';
import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import styles from './severity.module.css';
import { severityClass } from './severity.ts';

/** A shape for each, so that severities do not differ by colour alone. */
const icons = {
  info: InfoCircleOutlined,
  minor: ExclamationCircleOutlined,
  major: WarningFilled,
  critical: AlertFilled,
};

/** The icon of a severity; without a name it stands beside its word. */
export function SeverityIcon({ severity, name }: { severity: Severity; name?: string }) {
  const Icon = icons[severity];
  const label = name === undefined ? { 'aria-hidden': true } : { 'aria-label': name, title: name };
  return <Icon {...label} className={`${styles.icon} ${severityClass(severity)}`} />;
}

/** A severity as icon and word. */
export function SeverityMark({ severity, text }: { severity: Severity; text: string }) {
  return (
    <span className={styles.mark}>
      <SeverityIcon severity={severity} />
      {text}
    </span>
  );
}
