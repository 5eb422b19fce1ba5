import { ReloadOutlined } from '@ant-design/icons';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import { LogScreen } from './log/LogScreen.tsx';
import { useSendAgain } from './log/use-send-again.ts';

type Entry = RowOf<typeof forwardLog>;

const columns = {
  fields: orderColumns(forwardLog, [
    'createTime',
    'targetName',
    'siteName',
    'handleResult',
    'errorMsg',
    'dataTime',
  ]),
  widths: {
    createTime: 244,
    targetName: 'rest',
    siteName: 168,
    handleResult: 112,
    errorMsg: 'rest',
  },
} as const;

/** A phone shows two columns: the outcome is one of them. */
const phoneColumns = {
  fields: orderColumns(forwardLog, ['createTime', 'handleResult', 'siteName', 'targetName', 'errorMsg']),
  widths: { createTime: 132, siteName: 128, handleResult: 96, targetName: 168, errorMsg: 168 },
} as const;

/** What was sent to receivers, or could not be. */
export default function ForwardLogScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const sendAgain = useSendAgain();
  const maySend = hasAnyPermission('data:reissue:add');
  const mayOpen = hasAnyPermission('site:forwardTarget:query');
  const named: Cells<typeof forwardLog> = {
    targetName: ({ targetId, targetName, isTargetRemoved }) =>
      mayOpen && targetId !== null && !isTargetRemoved ? (
        <Link to={`/site/forwardTarget/${targetId}`}>
          <EllipsisText text={targetName ?? ''} />
        </Link>
      ) : (
        targetName
      ),
  };
  const cells: Cells<typeof forwardLog> = {
    createTime: ({ createTime, dataTime }) => (
      <TwoLines
        first={createTime && <DateTimeText value={createTime} />}
        second={
          !isPhone && dataTime && t('forward.page.dataTime', { time: formatDateTime(dataTime, language) })
        }
      />
    ),
    targetName: (row) => (
      <TwoLines first={named.targetName?.(row)} second={localised(row, 'entityName', language)} />
    ),
    siteName: ({ siteName, kind }) => (
      <TwoLines first={siteName} second={kind && t(`monitor.forwardLog.fields.kind_${kind}`)} />
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
      columns={isPhone ? phoneColumns : columns}
      cells={cells}
      detailCells={named}
      actions={maySend ? actions : undefined}
      tools={maySend ? tools : undefined}
    />
  );
}

/** Whether the entry names a reading and a target that still exists. */
const isSendable = ({ targetId, siteId, kind, dataTime, isTargetRemoved }: Entry): boolean =>
  targetId !== null && !isTargetRemoved && siteId !== null && kind !== null && dataTime !== null;
