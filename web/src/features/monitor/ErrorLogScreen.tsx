import type { RowOf } from '@limpid/contract/kit/row';
import { errorLog, resolveError } from '@limpid/contract/monitor/error-log';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import { rowId } from '../../resource/row/row.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { LogScreen } from './log/LogScreen.tsx';

function useResolve() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (row: RowOf<typeof errorLog>) =>
      call(resolveError, { body: { errorId: rowId(errorLog, row), status: isOpen(row) ? '1' : '0' } }),
    onSuccess(_, row) {
      getNotifier().success(isOpen(row) ? t('monitor.errorLog.resolved') : t('monitor.errorLog.reopened'));
    },
    onSettled: () => invalidatePath(client, errorLog.path),
  });
  const word = (row: RowOf<typeof errorLog>) =>
    isOpen(row) ? t('monitor.errorLog.resolve') : t('monitor.errorLog.reopen');
  return { change, word };
}

function isOpen(row: RowOf<typeof errorLog>): boolean {
  return row.status === '0';
}

/** Open or resolved; for a reopened error, the number of occurrences since. */
function State({ row }: { row: RowOf<typeof errorLog> }) {
  const { t } = useTranslation();
  if (!isOpen(row)) return <StatusDot look="success" text={t('monitor.errorLog.fields.status_1')} />;
  const isBack = row.resolvedAt !== null;
  const text = isBack
    ? t('monitor.errorLog.cameBack', { count: Number(row.countSince) })
    : t('monitor.errorLog.fields.status_0');
  return <StatusDot look={isBack ? 'warning' : 'danger'} text={text} />;
}

/** The file name; the details show the full path. */
function lastPart(position: string): string {
  return position.split('/').at(-1) ?? '';
}

const detailCells = { status: (row: RowOf<typeof errorLog>) => <State row={row} /> };
const cells = {
  ...detailCells,
  message: (row: RowOf<typeof errorLog>) => <EllipsisText text={`${row.kind ?? ''}: ${row.message ?? ''}`} />,
  position: (row: RowOf<typeof errorLog>) => <EllipsisText text={lastPart(row.position ?? '')} />,
};

export default function ErrorLogScreen() {
  usePolledList(errorLog);
  const { change, word } = useResolve();
  const mayResolve = hasAnyPermission('log:error:edit');
  const actions = (row: RowOf<typeof errorLog>) => [
    { key: 'resolve', text: word(row), run: () => change.mutate(row) },
  ];
  const footer = (row: RowOf<typeof errorLog>) => (
    <Button type="primary" loading={change.isPending} onClick={() => change.mutate(row)}>
      {word(row)}
    </Button>
  );
  return (
    <LogScreen
      resource={errorLog}
      cells={cells}
      detailCells={detailCells}
      actions={mayResolve ? actions : undefined}
      footer={mayResolve ? footer : undefined}
    />
  );
}
