import {
  askDevice,
  backfillRequest,
  type GapsOfKind,
  listDataGaps,
} from '@limpid/contract/backfill/backfill';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../api/Allowed.tsx';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './gaps.module.css';

interface GapSectionProps {
  siteId: number;
  period: { from: number; to: number };
  zone: string;
  ofKind: GapsOfKind;
}

/** The gaps of one kind of data. */
export function GapSection({ siteId, period, zone, ofKind }: GapSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, gaps, count, missing, asked, problem } = ofKind;
  const write = (value: number) => formatCount(value, language);
  const at = (moment: number) => formatMoment(moment, zone, language);
  const name = t('backfill.gaps.kind', { kind: t(`backfill.gaps.kinds.${kind}`) });
  return (
    <section aria-label={name}>
      <h3 className={styles.head}>{name}</h3>
      <p className={styles.sum} aria-live="polite">
        {missing === 0 ? t('backfill.gaps.none') : t(`backfill.gaps.sum_${kind}`, { rows: write(missing) })}
        {asked > 0 && ` · ${t('backfill.gaps.underWay', { asked: write(asked) })}`}
      </p>
      {missing > 0 && (
        <>
          <div className={`side-scroll ${styles.scroll}`}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {['begin', 'end', 'rows', 'state'].map((column) => (
                    <th key={column} scope="col">
                      {t(`backfill.gaps.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {gaps.map((gap) => (
                  <tr key={gap.from}>
                    <td>{at(gap.from)}</td>
                    <td>{at(gap.to)}</td>
                    <td>{write(gap.missing)}</td>
                    <td>
                      {gap.asked > 0 &&
                        t('backfill.gaps.asked', { asked: write(gap.asked), missing: write(gap.missing) })}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {count > gaps.length && (
            <p className={styles.soft}>
              {t('backfill.gaps.more', { listed: write(gaps.length), count: write(count) })}
            </p>
          )}
          <Allowed permission={[askDevice.access.permission]}>
            {missing > asked && (
              <div className={styles.ask}>
                {problem && <Alert type="info" showIcon title={problem} />}
                <AskButton siteId={siteId} period={period} zone={zone} ofKind={ofKind} />
              </div>
            )}
          </Allowed>
        </>
      )}
    </section>
  );
}

function AskButton({ siteId, period, zone, ofKind }: GapSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const { kind, missing, asked, requests, problem, period: wanted } = ofKind;
  const write = (value: number) => formatCount(value, language);
  const named = { kind: t(`backfill.gaps.kinds.${kind}`) };
  const ask = useMutation({
    mutationFn: () => call(askDevice, { body: { siteId, kind, ...period } }),
    onSuccess: (made) => getNotifier().success(t('backfill.gaps.done', { requests: write(made.requests) })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [listDataGaps.path] }),
        invalidatePath(client, backfillRequest.path),
      ]),
  });
  const confirm = () =>
    modal.confirm({
      title: t('backfill.gaps.confirmTitle', named),
      content: t('backfill.gaps.confirmNote', {
        rows: write(missing - asked),
        requests: write(requests),
        from: wanted && formatMoment(wanted.from, zone, language),
        to: wanted && formatMoment(wanted.to, zone, language),
      }),
      okText: t('backfill.gaps.confirm'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => ask.mutate(undefined, { onSettled: () => close() })),
    });
  return (
    <Button type="primary" disabled={problem !== null} loading={ask.isPending} onClick={confirm}>
      {t('backfill.gaps.ask', named)}
    </Button>
  );
}
