import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { type CoefficientState, listCoefficientStates } from '@limpid/contract/site/site';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnType, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toRem } from '../../ui/scale.ts';
import styles from './site.module.css';

type Fact = ReplyValue<(typeof listCoefficientStates)['reply']>[number];

const looks: Record<CoefficientState, string> = {
  pending: 'primary',
  confirmed: 'success',
  differs: 'danger',
  unconfirmed: 'warning',
};
const pollMs = 3000;

interface DeviceCoefficientsProps {
  siteId: number;
  nameOf: (channelId: number) => string;
}

/** K and B as they were written to the device, and what it answered. */
export function DeviceCoefficients({ siteId, nameOf }: DeviceCoefficientsProps) {
  const { t } = useTranslation();
  const { data = [], isPending } = useQuery({
    queryKey: [listCoefficientStates.path, { siteId }],
    queryFn: ({ signal }) => call(listCoefficientStates, { params: { siteId }, signal }),
    refetchInterval: ({ state }) => state.data?.some((one) => one.state === 'pending') && pollMs,
  });
  const columns: TableColumnType<Fact>[] = [
    {
      key: 'channel',
      title: t('site.site.coefficientFields.channelId'),
      render: (_, one) => nameOf(one.channelId),
    },
    { key: 'k', title: t('site.site.coefficientFields.k'), dataIndex: 'k', align: 'right' },
    { key: 'b', title: t('site.site.coefficientFields.b'), dataIndex: 'b', align: 'right' },
    { key: 'readK', title: t('site.site.onDevice.readK'), dataIndex: 'readK', align: 'right' },
    { key: 'readB', title: t('site.site.onDevice.readB'), dataIndex: 'readB', align: 'right' },
    {
      key: 'state',
      title: t('site.site.onDevice.state'),
      render: (_, one) => (
        <StatusDot look={looks[one.state]} text={t(`site.site.onDevice.states.${one.state}`)} />
      ),
    },
    {
      key: 'readAt',
      title: t('site.site.onDevice.readAt'),
      width: toRem(170),
      render: (_, one) => one.readAt && <DateTimeText value={one.readAt} />,
    },
  ];
  return (
    <>
      <Typography.Title level={5}>{t('site.site.onDevice.title')}</Typography.Title>
      <Table<Fact>
        className={styles.number}
        size="small"
        loading={isPending}
        rowKey="channelId"
        columns={columns}
        dataSource={data}
        pagination={false}
        scroll={{ x: toRem(640) }}
      />
    </>
  );
}
