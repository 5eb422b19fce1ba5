import { ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import type { Resource } from '@limpid/contract/kit/resource';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { ResourceRow } from '../../resource/row/row.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import styles from './rules.module.css';

interface RuleNameProps {
  name: string;
  /** The mark of a rule of the demonstration; undefined for another. */
  mark: string | undefined;
  /** Marks below the name. */
  children?: ReactNode;
}

/** The whole name of a rule, on as many lines as it needs. */
export function RuleName({ name, mark, children }: RuleNameProps) {
  return (
    <span className={styles.name}>
      {name} {mark !== undefined && <ExperimentOutlined aria-label={mark} title={mark} />}
      {children}
    </span>
  );
}

/** Why a rule is not evaluated. */
export function RuleProblem({ text }: { text: string }) {
  return (
    <span className={styles.problem}>
      <WarningOutlined aria-hidden />
      {text}
    </span>
  );
}

/** A text of up to four lines. */
export function RuleText({ text, title = text }: { text: string; title?: string }) {
  return (
    <span className={styles.text} title={title}>
      {text}
    </span>
  );
}

interface RuleStatusProps {
  resource: Resource;
  row: ResourceRow & { status: string | null };
  hasProblem: boolean;
  /** What else happens when the rule is disabled. */
  stopNote?: string;
}

/** The switch of a rule; one that cannot be evaluated stays switched on, but does nothing. */
export function RuleStatus({ resource, row, hasProblem, stopNote }: RuleStatusProps) {
  const { t } = useTranslation();
  const control = <StatusSwitch resource={resource} row={row} {...(stopNote && { stopNote })} />;
  if (!hasProblem || row.status !== '0') return control;
  return (
    <span className={styles.status}>
      {control}
      <StatusDot look="warning" text={t('alarm.rule.idle')} />
    </span>
  );
}
