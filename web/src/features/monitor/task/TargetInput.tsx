import { listTasks } from '@limpid/contract/monitor/task';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { describedBy, type TextControl } from './described-by.ts';
import styles from './task.module.css';

/** The target of a job: a task from the list, with its arguments. */
export function TargetInput(control: TextControl) {
  const { id, value, onChange, ...rest } = control;
  const note = id && `${id}-help`;
  const { t } = useTranslation();
  const { data: tasks = [] } = useQuery({
    queryKey: [listTasks.path],
    queryFn: ({ signal }) => call(listTasks, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = value ?? '';
  const task = tasks.find(({ name }) => name === text.replace(/\(.*$/s, '').trim());
  const wanted = text.toLowerCase();
  const found = tasks.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted));
  // With a chosen task, the list still offers all tasks.
  const options = (task || found.length === 0 ? tasks : found).map(({ example, title }) => ({
    value: example,
    label: title,
  }));
  return (
    <>
      <AutoComplete
        {...rest}
        id={id}
        value={text}
        options={options}
        className={styles.expression}
        popupMatchSelectWidth={false}
        optionRender={({ label, value: example }) => (
          <span className={styles.option}>
            <span>{label}</span>
            <Typography.Text type="secondary" className={styles.expression}>
              {example}
            </Typography.Text>
          </span>
        )}
        aria-describedby={describedBy(control, note)}
        onChange={(chosen) => onChange?.(chosen)}
      />
      <Typography.Text type="secondary" id={note} className={styles.help}>
        {task ? describe(task, t) : t('monitor.task.chooseTask')}
      </Typography.Text>
    </>
  );
}

interface TaskFacts {
  title: string;
  parameters: { title: string; type: string }[];
}

function describe({ title, parameters }: TaskFacts, t: TFunction): string {
  if (parameters.length === 0) return t('monitor.task.withoutArguments', { title });
  const list = parameters.map((one) =>
    t('monitor.task.argument', { title: one.title, form: t(`monitor.task.argumentForms.${one.type}`) }),
  );
  return t('monitor.task.withArguments', { title, list: list.join(t('monitor.task.comma')) });
}
