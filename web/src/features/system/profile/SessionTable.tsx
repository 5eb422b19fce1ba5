import { ConfigProvider, Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { DeviceName, EndButton } from './DeviceName.tsx';
import styles from './sessions.module.css';
import type { OwnSession } from './use-sessions.ts';

export interface SessionListProps {
  sessions: OwnSession[];
  onEnd(session: OwnSession): void;
}

export function SessionTable({ sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation();
  const columns: TableColumnsType<OwnSession> = [
    {
      key: 'device',
      title: t('system.profile.sessions.device'),
      render: (_, session) => <DeviceName session={session} />,
    },
    {
      key: 'address',
      title: t('system.profile.sessions.address'),
      dataIndex: 'address',
      className: styles.address ?? '',
    },
    {
      key: 'createdAt',
      title: t('system.profile.sessions.createdAt'),
      render: (_, { createdAt }) => <DateTimeText value={createdAt} />,
    },
    {
      key: 'lastUsedAt',
      title: t('system.profile.sessions.lastUsedAt'),
      render: (_, { lastUsedAt }) => <DateTimeText value={lastUsedAt} />,
    },
    {
      key: 'actions',
      title: t('kit.list.actions'),
      render: (_, session) => <EndButton session={session} onEnd={onEnd} />,
    },
  ];
  return (
    <ConfigProvider theme={{ components: { Table: { headerSplitColor: 'transparent' } } }}>
      <Table
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={sessions}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </ConfigProvider>
  );
}
