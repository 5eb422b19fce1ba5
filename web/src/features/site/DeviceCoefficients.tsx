import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { RowOf } from '@limpid/contract/kit/row';
import { type CoefficientState, listCoefficientStates, site } from '@limpid/contract/site/site';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnType, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { rowId } from '../../resource/row/row.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toRem } from '../../ui/scale.ts';
import { formatCoefficient } from './format-coefficient.ts';
import styles from './site.module.css';
import { WriteAgainButton } from './WriteAgainButton.tsx';

type Fact = ReplyValue<(typeof listCoefficientStates)['reply']>[number];

const looks: Record<CoefficientState, string> = {
  pending: 'primary',
  confirmed: 'success',
  differs: 'danger',
  unconfirmed: 'warning',
};
const pollMs = 3000;

interface DeviceCoefficientsProps {
  row: RowOf<typeof site>;
  nameOf: (channelId: number) => string;
}

/** K and B as they were written to the device, and what it answered; hidden if it has given them back. */
export function DeviceCoefficients({ row, nameOf }: DeviceCoefficientsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const siteId = rowId(site, row);
  const { data = [], isPending } = useQuery({
    queryKey: [listCoefficientStates.path, { siteId }],
    queryFn: ({ signal }) => call(listCoefficientStates, { params: { siteId }, signal }),
    refetchInterval: ({ state }) => state.data?.some((one) => one.state === 'pending') && pollMs,
  });
  const isHidden = row.coefficientPlace !== 'device' && data.every(({ state }) => state === 'confirmed');
  if (isHidden) return null;
  const numberColumn = (key: 'k' | 'b' | 'readK' | 'readB', title: string): TableColumnType<Fact> => ({
    key,
    title,
    align: 'right',
    render: (_, one) => formatCoefficient(one[key], language),
  });
  const columns: TableColumnType<Fact>[] = [
    {
      key: 'channel',
      title: t('site.site.coefficientFields.channelId'),
      render: (_, one) => nameOf(one.channelId),
    },
    numberColumn('k', t('site.site.coefficientFields.k')),
    numberColumn('b', t('site.site.coefficientFields.b')),
    numberColumn('readK', t('site.site.onDevice.readK')),
    numberColumn('readB', t('site.site.onDevice.readB')),
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
      <Typography.Title level={5} className={styles.part}>
        {t('site.site.onDevice.title')}
      </Typography.Title>
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
      <WriteAgainButton row={row} onDevice={data} nameOf={nameOf} />
      <Typography.Title level={5} className={styles.part}>
        {t('site.site.onDevice.platform')}
      </Typography.Title>
    </>
  );
}
