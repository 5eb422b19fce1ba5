import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { flaggedPeriod, readHoursAround, reviewPeriods } from '@limpid/contract/quality/flagged-period';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { PreviewChart } from '../../../charts/preview/PreviewChart.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { usePeriodReason } from './period-cells.tsx';
import styles from './review.module.css';

type PeriodRow = RowOf<typeof flaggedPeriod>;
type Decision = 'confirmed' | 'rejected' | 'open';

interface ReviewDialogProps {
  periods: readonly PeriodRow[];
  mayReview: boolean;
  onClose: () => void;
}

/** Confirms or rejects flagged periods with a reason; a single one with the hours around it. */
export function ReviewDialog({ periods, mayReview, onClose }: ReviewDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [form] = Form.useForm<{ reason: string }>();
  const review = useMutation({
    mutationFn: ({ state, reason }: { state: Decision; reason: string }) =>
      call(reviewPeriods, {
        body: {
          periods: periods.map(({ periodId, revision }) => ({ periodId, revision: revision ?? '' })),
          state,
          reason,
        },
      }),
    onSuccess: ({ hours, changed, locked }) => {
      if (hours > 0) getNotifier().success(t('quality.period.dialog.done', { count: hours }));
      if (changed > 0) getNotifier().warning(t('quality.period.dialog.changed', { count: changed }));
      if (locked > 0) getNotifier().warning(t('quality.period.dialog.locked', { count: locked }));
      onClose();
    },
    onSettled: () => invalidatePath(client, flaggedPeriod.path),
  });
  const decide = (state: Decision) =>
    void form.validateFields().then(
      ({ reason }) => review.mutate({ state, reason }),
      () => undefined,
    );
  const [only] = periods;
  const hasReviewed = periods.some(({ state }) => state !== 'open');
  const button = (state: Decision, action: string, type: 'primary' | 'default') => (
    <Button key={state} type={type} loading={review.isPending} onClick={() => decide(state)}>
      {t(`quality.period.actions.${action}`)}
    </Button>
  );
  return (
    <Dialog
      open
      width={720}
      title={
        periods.length === 1 && only
          ? `${only.siteName} · ${localised({ ...only }, 'channelName', language)}`
          : t('quality.period.dialog.title', { count: periods.length })
      }
      onCancel={onClose}
      footer={
        mayReview
          ? [
              ...(hasReviewed ? [button('open', 'reopen', 'default')] : []),
              button('rejected', 'reject', 'default'),
              button('confirmed', 'confirm', 'primary'),
            ]
          : null
      }
    >
      {periods.length === 1 && only && <PeriodFacts row={only} />}
      {mayReview && (
        <Form form={form} layout="vertical" initialValues={{ reason: only?.reason ?? '' }}>
          <p className={styles.notes}>
            <span>{t('quality.period.dialog.confirmNote')}</span>
            <span>{t('quality.period.dialog.rejectNote')}</span>
          </p>
          <Form.Item
            name="reason"
            label={t('quality.period.fields.reason')}
            rules={[
              {
                required: true,
                whitespace: true,
                message: t('errors.field.required', { label: t('quality.period.fields.reason') }),
              },
            ]}
          >
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
          </Form.Item>
        </Form>
      )}
    </Dialog>
  );
}

function PeriodFacts({ row }: { row: PeriodRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const channel = useRuleChannels().find(({ channelCode }) => channelCode === row.channelCode);
  const query = { periodId: row.periodId };
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: [readHoursAround.path, query],
    queryFn: ({ signal }) => call(readHoursAround, { query, signal, quiet: true }),
  });
  const reason = usePeriodReason(row);
  const label = t('quality.period.dialog.around', {
    channel: localised({ ...row }, 'channelName', language),
    site: row.siteName,
  });
  return (
    <>
      <p>
        <strong>{localised({ ...row }, 'ruleName', language)}</strong> · {reason}
      </p>
      <p className={styles.facts}>
        {data ? formatMoment(data.from, data.zone, language) : dash}
        {' · '}
        {t('quality.period.dialog.length', { count: row.hours ?? 0 })}
        {data && ` · ${data.zone}`}
      </p>
      {row.reviewedBy && row.state !== 'open' && (
        <p className={styles.facts}>
          {t(`quality.period.fields.state_${row.state}`)}
          {' · '}
          {row.reviewedBy}
          {row.reviewedAt && (
            <>
              {' · '}
              <DateTimeText value={row.reviewedAt} />
            </>
          )}
        </p>
      )}
      {isError ? (
        <Alert type="error" title={t('quality.period.dialog.failed')} />
      ) : data ? (
        <PreviewChart
          preview={{
            zone: data.zone,
            from: data.at[0] ?? data.from,
            // Hours to come would be half of an empty chart.
            to: Math.min(data.at.at(-1) ?? data.to, Math.max(data.to, dataUpdatedAt)),
            line: { at: data.at, low: data.values, high: data.values },
            limit: null,
            endLimit: null,
            periods: [{ from: data.from, to: data.to }],
          }}
          kind="alarm"
          language={language}
          unit={data.unit ?? ''}
          decimals={channel?.decimals ?? 0}
          channelCode={row.channelCode ?? undefined}
          label={label}
          range={t('quality.period.fields.value')}
          period={t('quality.flag.label')}
        >
          {label}
        </PreviewChart>
      ) : (
        <Skeleton active paragraph={{ rows: 5 }} />
      )}
    </>
  );
}
