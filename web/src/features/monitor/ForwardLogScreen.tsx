import { ReloadOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { LogScreen } from './log/LogScreen.tsx';
import { useSendAgain } from './log/use-send-again.ts';

type Entry = RowOf<typeof forwardLog>;

/** What was sent to receivers, or could not be. */
export default function ForwardLogScreen() {
  const { t } = useTranslation();
  const sendAgain = useSendAgain();
  const maySend = hasAnyPermission('data:reissue:add');
  const mayOpen = hasAnyPermission('site:forwardTarget:query');
  const cells: Cells<typeof forwardLog> = {
    targetName: ({ targetId, targetName, isTargetRemoved }) =>
      mayOpen && targetId !== null && !isTargetRemoved ? (
        <Link to={`/site/forwardTarget/${targetId}`}>{targetName}</Link>
      ) : (
        targetName
      ),
  };
  const actions = (entry: Entry) =>
    isSendable(entry)
      ? [{ key: 'again', text: t('forward.reissue.again'), run: () => sendAgain([entry.logId]) }]
      : [];
  const tools = (selected: Entry[]) => {
    const logIds = selected.filter(isSendable).map(({ logId }) => logId);
    return (
      <Button
        icon={<ReloadOutlined aria-hidden />}
        disabled={logIds.length === 0}
        onClick={() => sendAgain(logIds)}
      >
        {t('forward.reissue.againSelected')}
      </Button>
    );
  };
  return (
    <LogScreen
      resource={forwardLog}
      cells={cells}
      detailCells={cells}
      actions={maySend ? actions : undefined}
      tools={maySend ? tools : undefined}
    />
  );
}

/** Whether the entry names a reading and a target that still exists. */
const isSendable = ({ targetId, siteId, kind, dataTime, isTargetRemoved }: Entry): boolean =>
  targetId !== null && !isTargetRemoved && siteId !== null && kind !== null && dataTime !== null;
