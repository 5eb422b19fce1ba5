import { PlusOutlined } from '@ant-design/icons';
import { changeReissue, forwardReissue, type ReissueAction } from '@limpid/contract/forward/reissue';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { formatCount } from '../../lib/format.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { ReissueDialog } from './reissue/ReissueDialog.tsx';

type Row = RowOf<typeof forwardReissue>;

const looks: Record<string, string> = {
  running: 'primary',
  paused: 'warning',
  done: 'success',
  stopped: 'info',
};

const columns = {
  fields: orderColumns(forwardReissue, [
    'state',
    'total',
    'siteNames',
    'targetNames',
    'fromTs',
    'createTime',
    'kinds',
    'createBy',
  ]),
  widths: {
    state: 124,
    total: 120,
    siteNames: 130,
    targetNames: 130,
    fromTs: 196,
    createTime: 196,
  },
} as const;

/** Stored readings that were ordered to be sent to targets: what was chosen, and how far they are. */
export default function ReissueScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  usePolledList(forwardReissue);
  const dialog = useDialog();
  const change = useChange();
  const nameKinds = (kinds: string | null) =>
    (kinds ?? '')
      .split(',')
      .map((kind) => t(`forward.kinds.${kind}`))
      .join(t('forward.reissue.comma'));
  const cells: Cells<typeof forwardReissue> = {
    state: ({ state, isHeld }) => (
      <TwoLines
        first={<StatusDot look={looks[state ?? '']} text={t(`forward.reissue.fields.state_${state}`)} />}
        second={state === 'running' && isHeld && t('forward.reissue.held')}
      />
    ),
    total: (row) => <ReissueProgress row={row} />,
    siteNames: ({ siteCount, siteNames, kinds }) => (
      <TwoLines
        first={
          <EllipsisText
            text={
              siteCount !== null && siteCount > 1
                ? `${t('data.query.siteCount', { count: siteCount })}: ${siteNames}`
                : (siteNames ?? '')
            }
          />
        }
        second={nameKinds(kinds)}
      />
    ),
    kinds: ({ kinds }) => <EllipsisText text={nameKinds(kinds)} />,
    createTime: ({ createTime, createBy }) => (
      <TwoLines first={createTime && <DateTimeText value={createTime} />} second={createBy} />
    ),
    fromTs: ({ fromTs, toTs }) =>
      fromTs && toTs ? (
        <TwoLines first={<DateTimeText value={fromTs} />} second={<DateTimeText value={toTs} />} />
      ) : (
        t('forward.reissue.fromLog')
      ),
  };
  const actions = (row: Row): RowAction[] => {
    if (row.state !== 'running' && row.state !== 'paused') return [];
    const first = row.state === 'running' ? 'pause' : 'resume';
    const left = formatCount(row.leftOver ?? 0, language);
    return [
      { key: first, text: t(`forward.reissue.${first}`), run: () => change(row, first) },
      { key: 'stop', text: t('forward.reissue.stop'), run: () => change(row, 'stop', left) },
    ];
  };
  return (
    <>
      <ResourceScreen
        resource={forwardReissue}
        columns={columns}
        cells={cells}
        emptyHint={t('forward.reissue.emptyHint')}
        rowActions={hasAnyPermission('data:reissue:edit') ? actions : undefined}
        tools={
          hasAnyPermission('data:reissue:add') && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => dialog.show()}>
              {t('forward.reissue.add')}
            </Button>
          )
        }
      />
      {dialog.open && <ReissueDialog key={dialog.turn} onClose={dialog.hide} />}
    </>
  );
}

function ReissueProgress({ row: { total, sent, state } }: { row: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [all, done] = [total ?? 0, sent ?? 0];
  // A started one is never shown as complete.
  const percent = all === 0 ? 100 : Math.floor((100 * done) / all);
  return (
    <TwoLines
      first={t('forward.reissue.progress', {
        sent: formatCount(done, language),
        total: formatCount(all, language),
      })}
      second={
        <Progress
          size="small"
          percent={percent}
          showInfo={false}
          status={state === 'stopped' ? 'exception' : 'normal'}
          aria-label={t('forward.reissue.fields.total')}
        />
      }
    />
  );
}

function useChange() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ reissueId, action }: { reissueId: number; action: ReissueAction }) =>
      call(changeReissue, { body: { reissueId, action } }),
    onSuccess: (_, { action }) => getNotifier().success(t(`forward.reissue.done_${action}`)),
    onSettled: () => invalidatePath(client, forwardReissue.path),
  });
  return ({ reissueId }: Row, action: ReissueAction, left = '') => {
    if (action !== 'stop') return change.mutate({ reissueId, action });
    modal.confirm({
      title: t('forward.reissue.stopTitle'),
      content: t('forward.reissue.stopNote', { left }),
      okText: t('forward.reissue.stop'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        new Promise<void>((close) => change.mutate({ reissueId, action }, { onSettled: () => close() })),
    });
  };
}
