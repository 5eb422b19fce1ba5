import type { CorrectedRange } from '@limpid/contract/data/correction';
import type { Granularity } from '@limpid/contract/data/series';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { offsetAt } from '@limpid/contract/local-time';
import { Alert, DatePicker, Form, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { dayPickerForm } from '../../../../lib/dates.ts';
import { toZoneInstant } from '../../../../query/bar/zone-instant.ts';
import type { Range } from '../../../../query/state/period.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { toRem } from '../../../../ui/scale.ts';
import type { PlacedRow } from '../HistoryTable.tsx';
import styles from '../history.module.css';
import { endOfStep, writeRowTime } from '../row-time.ts';
import { CorrectionFields } from './CorrectionFields.tsx';
import { listMarkedRanges } from './marked-ranges.ts';
import { type CorrectionDecision, useCorrection } from './use-correction.ts';

/** Marked rows, and their channels if cells are marked. */
export interface MarkedValues {
  rows: readonly PlacedRow[];
  channels?: readonly Channel[];
}

interface RangeDialogProps {
  sites: readonly ChosenSite[];
  channels: readonly Channel[];
  granularity: Granularity;
  range: Range;
  /** Without marks, the person names a site and a period. */
  marked: MarkedValues | undefined;
  onClose: () => void;
}

interface RangeForm extends CorrectionDecision {
  siteId: number;
  channels: string[];
  period: [Dayjs, Dayjs];
}

/** Corrects marked values, or all values of channels in marked rows or in a period, with one reason. */
export function RangeDialog({ sites, channels, granularity, range, marked, onClose }: RangeDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [form] = Form.useForm<RangeForm>();
  const saving = useCorrection(onClose);
  const siteId = Form.useWatch('siteId', form);
  const codes = Form.useWatch('channels', form);
  const zoneOf = (id: number) => sites.find((site) => site.siteId === id)?.zone ?? 'UTC';
  const markedCodes = marked?.channels?.map(({ code }) => code);
  const required = (label: string) => [{ required: true, message: t('errors.field.required', { label }) }];
  const chosenCodes = markedCodes ?? codes;
  const only = chosenCodes?.length === 1 ? channels.find(({ code }) => code === chosenCodes[0]) : undefined;
  const [first] = sites;

  function listRanges({ siteId: id, channels: chosen, period }: RangeForm): CorrectedRange[] {
    if (marked)
      return listMarkedRanges(marked.rows, markedCodes ?? chosen, (row) =>
        endOfStep(row.ts, granularity, zoneOf(row.siteId)),
      );
    const [from, to] = period.map((at) => toZoneInstant(at, zoneOf(id)));
    return [{ siteId: id, channels: chosen, periods: [{ from: from ?? 0, to: to ?? 0 }] }];
  }

  return (
    <Dialog
      open
      title={marked ? nameMarked(marked, t) : t('data.history.correct.range')}
      width={toRem(560)}
      okText={t('data.history.correct.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: saving.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {marked && <MarkedFacts marked={marked} sites={sites} granularity={granularity} />}
      {granularity !== 'minute' && <p className={styles.soft}>{t('data.history.correct.byMinutes')}</p>}
      {saving.isError && <Alert type="error" showIcon title={saving.error.message} />}
      <Form<RangeForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          action: 'invalid',
          siteId: first?.siteId,
          channels: channels.length === 1 ? channels.map(({ code }) => code) : [],
          period: [range.from, range.to].map((at) => toPicker(at, first?.zone ?? 'UTC')),
        }}
        onFinish={(values) => saving.mutate({ decision: values, at: listRanges(values) })}
      >
        {!marked && (
          <>
            <Form.Item name="siteId" label={t('data.series.fields.site')}>
              <Select
                options={sites.map((site) => ({ value: site.siteId, label: site.siteName }))}
                showSearch={{ optionFilterProp: 'label' }}
              />
            </Form.Item>
            <Form.Item
              name="period"
              label={t('data.query.period')}
              extra={t('data.history.correct.zone', { zone: zoneOf(siteId ?? 0) })}
              rules={required(t('data.query.period'))}
            >
              <DatePicker.RangePicker
                allowClear={false}
                showTime={{ format: 'HH:mm' }}
                format={`${dayPickerForm(language)} HH:mm`}
              />
            </Form.Item>
          </>
        )}
        {!markedCodes && (
          <Form.Item
            name="channels"
            label={t('data.series.fields.channels')}
            rules={required(t('data.series.fields.channels'))}
          >
            <Select
              mode="multiple"
              options={channels.map(({ code, name }) => ({ value: code, label: name }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
        )}
        <CorrectionFields actions={['invalid', 'value', 'undo']} unit={only?.unit ?? ''} />
      </Form>
    </Dialog>
  );
}

/** The marked sites with their first and last time, and the channels. */
function MarkedFacts({
  marked: { rows, channels },
  sites,
  granularity,
}: Pick<RangeDialogProps, 'sites' | 'granularity'> & { marked: MarkedValues }) {
  const language = useLanguage();
  const span = (siteId: number, zone: string) => {
    const times = rows.filter((row) => row.siteId === siteId).map(({ ts }) => ts);
    const [from, to] = [Math.min(...times), Math.max(...times)].map((ts) => {
      const { date, clock } = writeRowTime(ts, granularity, zone, language);
      return `${date} ${clock}`.trim();
    });
    return from === to ? from : `${from} – ${to}`;
  };
  return (
    <ul className={styles.facts}>
      {channels && <li>{channels.map(({ name }) => name).join(' · ')}</li>}
      {sites
        .filter(({ siteId }) => rows.some((row) => row.siteId === siteId))
        .map(({ siteId, siteName, zone }) => (
          <li key={siteId}>
            {siteName} <span className={styles.soft}>{span(siteId, zone)}</span>
          </li>
        ))}
    </ul>
  );
}

/** What is marked, with its number. */
export function nameMarked({ rows, channels }: MarkedValues, t: TFunction): string {
  return channels
    ? t('data.history.correct.markedValues', { count: rows.length * channels.length })
    : t('data.history.correct.marked', { count: rows.length });
}

/** What a clock of the zone shows, for a picker that knows no zones. */
function toPicker(at: number, zone: string): Dayjs {
  return dayjs(new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16));
}
