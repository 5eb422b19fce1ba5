import type { RowOf } from '@limpid/contract/kit/row';
import { listCoefficients, site } from '@limpid/contract/site/site';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { rowId } from '../../resource/row/row.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toRem } from '../../ui/scale.ts';
import { DeviceCoefficients } from './DeviceCoefficients.tsx';
import { formatCoefficient } from './format-coefficient.ts';
import styles from './site.module.css';
import { useChannelNames } from './use-channel-names.ts';

interface CoefficientDialogProps {
  open: boolean;
  row: RowOf<typeof site>;
  onClose: () => void;
}

/** The history of the coefficients that the platform applied to a site. */
export function CoefficientDialog({ open, row, onClose }: CoefficientDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const siteId = rowId(site, row);
  const nameOf = useChannelNames();
  const { data = [], isPending } = useQuery({
    queryKey: [listCoefficients.path, { siteId }],
    queryFn: ({ signal }) => call(listCoefficients, { params: { siteId }, signal }),
  });
  type Fact = (typeof data)[number];
  const columns: TableColumnType<Fact>[] = [
    {
      key: 'since',
      title: t('site.site.history.since'),
      width: toRem(180),
      render: (_, one) => <DateTimeText value={one.since} />,
    },
    {
      key: 'channel',
      title: t('site.site.coefficientFields.channelId'),
      render: (_, one) => nameOf(one.channelId),
    },
    {
      key: 'k',
      title: t('site.site.coefficientFields.k'),
      align: 'right',
      render: (_, one) => formatCoefficient(one.k, language),
    },
    {
      key: 'b',
      title: t('site.site.coefficientFields.b'),
      align: 'right',
      render: (_, one) => formatCoefficient(one.b, language),
    },
    { key: 'by', title: t('site.site.history.by'), dataIndex: 'updateBy' },
  ];
  return (
    <Dialog
      open={open}
      title={t('site.site.history.title', { name: row.siteName })}
      width={toRem(720)}
      footer={null}
      onCancel={onClose}
    >
      <DeviceCoefficients row={row} nameOf={nameOf} />
      <Table<Fact>
        className={styles.number}
        size="small"
        loading={isPending}
        rowKey={(one) => `${one.channelId} ${one.since}`}
        columns={columns}
        dataSource={data}
        pagination={data.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: toRem(520) }}
        locale={{ emptyText: t('site.site.history.none') }}
      />
    </Dialog>
  );
}
