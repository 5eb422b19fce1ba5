import type { SeverityCounts } from '@limpid/contract/alarm/alarm-action';
import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import styles from './severity.module.css';

const classNames: Record<Severity, string | undefined> = {
  info: styles.info,
  minor: styles.minor,
  major: styles.major,
  critical: styles.critical,
};

/** A severity of the dictionary; one that an administrator has added counts as the least. */
export function readSeverity(value: unknown): Severity {
  return severities.find((one) => one === value) ?? 'info';
}

/** Sets `--severity` to the colour of a severity. */
export function severityClass(severity: Severity): string {
  return classNames[severity] ?? '';
}

/** The most urgent severity with at least one alarm. */
export function findHighest(counts: SeverityCounts): Severity | undefined {
  return severities.findLast((one) => counts[one] > 0);
}
