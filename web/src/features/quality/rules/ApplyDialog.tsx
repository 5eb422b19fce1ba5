import { applyDataRules, maxAppliedDays } from '@limpid/contract/quality/rule-run';
import type { WorkRow } from '@limpid/contract/work';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Form, Progress } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { followWork, useRemoveWork } from '../../../api/work.ts';
import { dayPickerForm, wireDay } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RuledSitePicker } from '../RuledSitePicker.tsx';

interface Asked {
  siteIds: number[];
  period: [Dayjs, Dayjs];
}

/** Judges stored hours of chosen sites with the rules in force, with progress; closing it does not stop the work. */
export function ApplyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [form] = Form.useForm<Asked>();
  const [work, setWork] = useState<WorkRow>();
  const stop = useRemoveWork();
  const apply = useMutation({
    mutationFn: async ({ siteIds, period: [first, last] }: Asked) => {
      const body = { siteIds, from: first.format(wireDay), to: last.format(wireDay) };
      const { id } = await call(applyDataRules, { body });
      return followWork(client, id, setWork);
    },
    onSuccess: setWork,
  });
  const required = (label: string) => [{ required: true, message: t('errors.field.required', { label }) }];
  const isRunning = work?.state === 'running' || apply.isPending;
  return (
    <Dialog
      open
      title={t('quality.apply.title')}
      okText={t('quality.apply.start')}
      cancelText={t('kit.import.close')}
      okButtonProps={{ disabled: isRunning, loading: apply.isPending }}
      onOk={() =>
        void form.validateFields().then(
          (asked) => apply.mutate(asked),
          () => undefined,
        )
      }
      onCancel={onClose}
    >
      <p>{t('quality.apply.note')}</p>
      <Form form={form} layout="vertical">
        <Form.Item name="siteIds" label={t('quality.apply.sites')} rules={required(t('quality.apply.sites'))}>
          <RuledSitePicker permission="basic:dataRule:list" several />
        </Form.Item>
        <Form.Item
          name="period"
          label={t('quality.apply.period')}
          rules={required(t('quality.apply.period'))}
        >
          <DatePicker.RangePicker
            style={{ width: '100%' }}
            format={dayPickerForm(language)}
            disabledDate={(day, { from }) =>
              from !== undefined && Math.abs(day.diff(from, 'day')) >= maxAppliedDays
            }
          />
        </Form.Item>
      </Form>
      {work && (
        <div aria-live="polite">
          <Progress percent={work.total ? Math.round((100 * work.done) / work.total) : 0} />
          {work.state === 'running' && (
            <Button danger loading={stop.isPending} onClick={() => stop.mutate(work.id)}>
              {t('kit.import.stop')}
            </Button>
          )}
          {work.state === 'cancelled' && <Alert type="info" title={t('quality.apply.stopped')} />}
          {work.problem && <Alert type="error" title={work.problem} />}
          {work.state === 'done' && (
            <Alert type="success" title={t('quality.apply.done', readCounts(work))} />
          )}
        </div>
      )}
    </Dialog>
  );

  function readCounts({ report }: WorkRow): Record<string, string> {
    const { flagged = 0, excluded = 0 } = (report ?? {}) as { flagged?: number; excluded?: number };
    return { flagged: formatCount(flagged, language), excluded: formatCount(excluded, language) };
  }
}
