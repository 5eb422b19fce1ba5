import type { ImportPreview } from '@limpid/contract/data/history-import';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { InputNumber, Select, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './import.module.css';
import { SiteSelect } from './SiteSelect.tsx';
import type { ImportChoices } from './use-history-import.ts';

interface ImportOptionsProps {
  sites: readonly ChosenSite[];
  choices: ImportChoices;
  preview: ImportPreview | undefined;
  onChange: (choices: ImportChoices) => void;
}

/** What applies to the whole file; what the person does not choose is detected. */
export function FileOptions({ sites, choices, preview, onChange }: ImportOptionsProps) {
  const { t } = useTranslation();
  const switchId = useId();
  const { siteId, ...others } = choices;
  const { mapping } = choices;
  const write = (key: string) => t(`data.history.import.${key}`);
  const map = (part: Partial<ImportPreview['mapping']>) =>
    onChange({ ...choices, mapping: { ...(mapping ?? preview?.mapping), ...part } });
  // Step and labels are detected from rows that can be read.
  const readable = preview?.problem === null ? preview : undefined;
  const mapFirstLine = (firstLine: number) =>
    firstLine >= 1 && firstLine !== preview?.mapping.firstLine && map({ firstLine });
  return (
    <div className={styles.options}>
      <Option label={write('site')}>
        <SiteSelect
          label={write('site')}
          known={sites}
          value={siteId}
          placeholder={write('siteFromFile')}
          onChange={(chosen) => onChange(chosen === undefined ? others : { ...choices, siteId: chosen })}
        />
      </Option>
      {preview && (
        <Option label={write('firstLine')}>
          <InputNumber
            // The line of the next preview replaces what was typed.
            key={preview.mapping.firstLine}
            aria-label={write('firstLine')}
            className={styles.line ?? ''}
            min={1}
            max={1000}
            precision={0}
            changeOnWheel={false}
            defaultValue={preview.mapping.firstLine ?? 1}
            onBlur={({ target: { value } }) => mapFirstLine(Number(value))}
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />
        </Option>
      )}
      {readable && (
        <Option label={t('data.series.fields.granularity')}>
          <Select
            aria-label={t('data.series.fields.granularity')}
            value={choices.granularity ?? readable.granularity}
            options={(['minute', 'hour'] as const).map((value) => ({
              value,
              label: t(`data.query.steps.${value}`),
            }))}
            onChange={(granularity) => granularity && onChange({ ...choices, granularity })}
          />
        </Option>
      )}
      {readable && (choices.granularity ?? readable.granularity) === 'hour' && (
        <Option label={write('hourLabel')}>
          <Select
            aria-label={write('hourLabel')}
            value={choices.hourLabel ?? readable.hourLabel}
            options={(['start', 'end'] as const).map((value) => ({
              value,
              label: write(`hourLabels.${value}`),
            }))}
            onChange={(hourLabel) => hourLabel && onChange({ ...choices, hourLabel })}
          />
        </Option>
      )}
      <Option label={write('dateOrder')}>
        <Select
          aria-label={write('dateOrder')}
          value={mapping?.dateOrder ?? preview?.mapping.dateOrder ?? null}
          options={(['dmy', 'mdy'] as const).map((value) => ({ value, label: write(`dateOrders.${value}`) }))}
          onChange={(dateOrder) => dateOrder && map({ dateOrder })}
        />
      </Option>
      <Option label={write('decimal')}>
        <Select
          aria-label={write('decimal')}
          value={mapping?.decimal ?? null}
          options={[
            { value: null, label: write('detected') },
            ...(['.', ','] as const).map((value) => ({
              value,
              label: write(value === '.' ? 'point' : 'comma'),
            })),
          ]}
          onChange={(decimal) => decimal && map({ decimal })}
        />
      </Option>
      <div className={styles.switch}>
        <Switch
          id={switchId}
          checked={choices.replace ?? false}
          onChange={(replace) => onChange({ ...choices, replace })}
        />
        <label htmlFor={switchId}>{write('replace')}</label>
      </div>
    </div>
  );
}

function Option({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.option}>
      <span className={styles.soft}>{label}</span>
      {children}
    </div>
  );
}
