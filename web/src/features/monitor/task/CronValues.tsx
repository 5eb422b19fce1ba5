import { type CronField, type CronPart, cronBounds } from '@limpid/contract/monitor/cron';
import { Checkbox, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import styles from './task.module.css';
import { useCronNames } from './use-cron-names.ts';

interface CronValuesProps {
  part: CronPart;
  field: CronField;
  onChange: (field: CronField) => void;
}

/** The inputs for the numbers of a kind of field. */
export function CronValues({ part, field, onChange }: CronValuesProps) {
  const [, max] = cronBounds[part];
  switch (field.kind) {
    case 'range':
    case 'step':
      return (
        <span className={styles.values}>
          <CronNumber
            part={part}
            label="from"
            value={field.from}
            onChange={(from) => onChange({ ...field, from })}
          />
          {field.kind === 'range' ? (
            <CronNumber
              part={part}
              label="to"
              value={field.to}
              onChange={(to) => onChange({ ...field, to })}
            />
          ) : (
            <PlainNumber
              label="step"
              value={field.every}
              max={max}
              onChange={(every) => onChange({ ...field, every })}
            />
          )}
        </span>
      );
    case 'list':
      return (
        <CronList part={part} values={field.values} onChange={(values) => onChange({ ...field, values })} />
      );
    case 'nearWorkday':
      return (
        <PlainNumber
          label="near"
          value={field.day}
          max={31}
          onChange={(day) => onChange({ ...field, day })}
        />
      );
    case 'lastWeekday':
      return (
        <CronNumber
          part="week"
          label="weekday"
          value={field.weekday}
          onChange={(weekday) => onChange({ ...field, weekday })}
        />
      );
    case 'nthWeekday':
      return (
        <span className={styles.values}>
          <PlainNumber
            label="nth"
            value={field.nth}
            max={5}
            onChange={(nth) => onChange({ ...field, nth })}
          />
          <CronNumber
            part="week"
            label="weekday"
            value={field.weekday}
            onChange={(weekday) => onChange({ ...field, weekday })}
          />
        </span>
      );
    default:
      return null;
  }
}

type Label = 'from' | 'to' | 'step' | 'near' | 'nth' | 'weekday';

interface NumberProps {
  label: Label;
  value: number;
  onChange: (value: number) => void;
}

/** One value of a field: a number, or the name of a month or weekday. */
function CronNumber({ part, label, value, onChange }: NumberProps & { part: CronPart }) {
  const { t } = useTranslation();
  const names = useCronNames(part);
  const [min, max] = cronBounds[part];
  const text = t(`monitor.cron.labels.${label}`);
  return (
    <span className={styles.value}>
      <span aria-hidden>{text}</span>
      {names ? (
        <Select
          aria-label={text}
          value={value}
          options={names}
          onChange={onChange}
          popupMatchSelectWidth={false}
        />
      ) : (
        <InputNumber
          aria-label={text}
          value={value}
          min={min}
          max={max}
          precision={0}
          onChange={keepNumber(onChange)}
        />
      )}
    </span>
  );
}

function PlainNumber({ label, value, max, onChange }: NumberProps & { max: number }) {
  const { t } = useTranslation();
  const text = t(`monitor.cron.labels.${label}`);
  return (
    <span className={styles.value}>
      <span aria-hidden>{text}</span>
      <InputNumber
        aria-label={text}
        value={value}
        min={1}
        max={max}
        precision={0}
        onChange={keepNumber(onChange)}
      />
    </span>
  );
}

/** Keeps the previous number while the input is empty. */
function keepNumber(onChange: (value: number) => void) {
  return (value: number | null) => {
    if (value !== null) onChange(value);
  };
}

interface ListProps {
  part: CronPart;
  values: readonly number[];
  onChange: (values: number[]) => void;
}

function CronList({ part, values, onChange }: ListProps) {
  const { t } = useTranslation();
  const names = useCronNames(part);
  const [min, max] = cronBounds[part];
  const label = t('monitor.cron.kinds.list');
  // A list cannot be empty: the last value stays.
  const keepSome = (chosen: number[]) => {
    if (chosen.length > 0) onChange(chosen.toSorted((a, b) => a - b));
  };
  if (part === 'year') return <YearList label={label} values={values} onChange={keepSome} />;
  const numbers = Array.from({ length: max - min + 1 }, (_, index) => ({
    value: min + index,
    label: String(min + index).padStart(2, '0'),
  }));
  return (
    <Checkbox.Group
      aria-label={label}
      className={names ? styles.names : styles.numbers}
      options={names ?? numbers}
      value={[...values]}
      onChange={keepSome}
    />
  );
}

interface YearListProps {
  label: string;
  values: readonly number[];
  onChange: (years: number[]) => void;
}

function YearList({ label, values, onChange }: YearListProps) {
  const [first] = useState(() => new Date(serverNow()).getFullYear());
  const years = Array.from({ length: cronBounds.year[1] - first + 1 }, (_, index) => first + index);
  const options = [...new Set([...values, ...years])].map((year) => ({ value: year, label: String(year) }));
  return (
    <Select
      mode="multiple"
      aria-label={label}
      className={styles.years}
      value={[...values]}
      options={options}
      onChange={onChange}
    />
  );
}
