import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { dayBounds, formatLocalDate, offsetAt } from '@limpid/contract/local-time';
import { Alert, DatePicker, Form, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { dayPickerForm } from '../../../../lib/dates.ts';
import type { Range } from '../../../../query/period.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { toRem } from '../../../../ui/scale.ts';
import type { PlacedRow } from '../HistoryTable.tsx';
import styles from '../history.module.css';
import { toZoneInstant } from '../JumpToTime.tsx';
import { CorrectionFields } from './CorrectionFields.tsx';
import { type CorrectedRange, type CorrectionDecision, useCorrection } from './use-correction.ts';

interface RangeDialogProps {
  sites: readonly ChosenSite[];
  channels: readonly Channel[];
  granularity: Granularity;
  range: Range;
  /** The marked rows; without any, the person names a site and a period. */
  marked: readonly PlacedRow[];
  onClose: () => void;
}

interface RangeForm extends CorrectionDecision {
  siteId: number;
  channels: string[];
  period: [Dayjs, Dayjs];
}

/** Corrects all values of channels in marked rows or in a period. */
export function RangeDialog({ sites, channels, granularity, range, marked, onClose }: RangeDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [form] = Form.useForm<RangeForm>();
  const saving = useCorrection(onClose);
  const siteId = Form.useWatch('siteId', form);
  const codes = Form.useWatch('channels', form);
  const zoneOf = (id: number) => sites.find((site) => site.siteId === id)?.zone ?? 'UTC';
  const isMarked = marked.length > 0;
  const required = (label: string) => [{ required: true, message: t('errors.field.required', { label }) }];
  const only = codes?.length === 1 ? channels.find(({ code }) => code === codes[0]) : undefined;
  const [first] = sites;

  function listRanges({ siteId: id, channels: chosen, period }: RangeForm): CorrectedRange[] {
    if (isMarked)
      return [...Map.groupBy(marked, (row) => row.siteId)].map(([one, rows]) => ({
        siteId: one,
        channels: chosen,
        periods: rows.map(({ ts }) => ({ from: ts, to: endOf(ts, granularity, zoneOf(one)) })),
      }));
    const [from, to] = period.map((at) => toZoneInstant(at, zoneOf(id)));
    return [{ siteId: id, channels: chosen, periods: [{ from: from ?? 0, to: to ?? 0 }] }];
  }

  return (
    <Dialog
      open
      title={
        isMarked
          ? t('data.history.correct.marked', { count: marked.length })
          : t('data.history.correct.range')
      }
      width={toRem(560)}
      okText={t('data.history.correct.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: saving.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
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
        {!isMarked && (
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
        <CorrectionFields actions={['invalid', 'value', 'undo']} unit={only?.unit ?? ''} />
      </Form>
    </Dialog>
  );
}

function endOf(ts: number, granularity: Granularity, zone: string): number {
  return granularity === 'day'
    ? dayBounds(formatLocalDate(ts, zone), zone)[1]
    : ts + granularityMs[granularity];
}

/** What a clock of the zone shows, for a picker that knows no zones. */
function toPicker(at: number, zone: string): Dayjs {
  return dayjs(new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16));
}
