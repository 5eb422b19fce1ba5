import { listCorrections } from '@limpid/contract/data/correction';
import type { Granularity } from '@limpid/contract/data/series';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { useFlagWords } from '../../../../air/use-flag-words.ts';
import { useAnalysis } from '../../../../query/state/use-analysis.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { toRem } from '../../../../ui/scale.ts';
import { describeCell } from '../describe-cell.ts';
import type { PlacedRow } from '../HistoryTable.tsx';
import styles from '../history.module.css';
import { endOfStep, writeRowTime } from '../row-time.ts';
import { ChangeList } from './ChangeList.tsx';
import { CorrectionFields } from './CorrectionFields.tsx';
import { type CorrectionAction, type CorrectionDecision, useCorrection } from './use-correction.ts';

interface ValueDialogProps {
  row: PlacedRow;
  site: ChosenSite;
  channel: Channel;
  granularity: Granularity;
  mayEdit: boolean;
  onClose: () => void;
}

/** One value with everything known about it, and its correction for those who may. */
export function ValueDialog({ row, site, channel, granularity, mayEdit, onClose }: ValueDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const flagWords = useFlagWords();
  const [form] = Form.useForm<CorrectionDecision>();
  const saving = useCorrection(onClose);
  const cell = row.values[channel.code];
  const { date, clock, offset } = writeRowTime(row.ts, granularity, site.zone, language);
  const { lines } = describeCell(cell, channel, granularity, { t, language, flagWords });
  const end = endOfStep(row.ts, granularity, site.zone);
  const { data: changes } = useAnalysis(listCorrections, {
    siteId: site.siteId,
    channel: channel.code,
    from: row.ts,
    to: end,
  });
  const whole = changes?.find(({ correctionId }) => correctionId !== null);
  const actions: CorrectionAction[] = [
    'value',
    'invalid',
    ...(cell?.outOfRange !== undefined && (granularity === 'minute' || granularity === 'hour')
      ? (['accept'] as const)
      : []),
    ...(cell?.edited || granularity === 'day' ? (['undo'] as const) : []),
    ...(cell?.edited && whole && whole.correctedValues > 1 ? (['undoWhole'] as const) : []),
  ];
  const save = (decision: CorrectionDecision) =>
    saving.mutate({
      decision,
      at: {
        siteId: site.siteId,
        channel: channel.code,
        granularity,
        ts: row.ts,
        end,
        value: cell?.value ?? null,
        outOfRange: cell?.outOfRange,
        correctionId: whole?.correctionId ?? undefined,
      },
    });
  return (
    <Dialog
      open
      title={`${channel.name} · ${site.siteName} · ${date} ${clock} ${offset}`}
      width={toRem(560)}
      okText={t('data.history.correct.save')}
      cancelText={mayEdit ? t('kit.cancel') : t('kit.import.close')}
      okButtonProps={{ loading: saving.isPending }}
      footer={mayEdit ? undefined : (_, { CancelBtn }) => <CancelBtn />}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <ul className={styles.facts}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3 className={styles.site}>{t('data.history.correct.changes')}</h3>
      <ChangeList changes={changes} zone={site.zone} />
      {mayEdit && (
        <>
          <h3 className={styles.site}>{t('data.history.correct.title')}</h3>
          {granularity !== 'minute' && <p className={styles.soft}>{t('data.history.correct.byMinutes')}</p>}
          {saving.isError && <Alert type="error" showIcon title={saving.error.message} />}
          <Form<CorrectionDecision>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{ action: cell?.edited ? 'undo' : 'value' }}
            onFinish={save}
          >
            <CorrectionFields actions={actions} unit={channel.unit} together={whole?.correctedValues ?? 0} />
          </Form>
        </>
      )}
    </Dialog>
  );
}
