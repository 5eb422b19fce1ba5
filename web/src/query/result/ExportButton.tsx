import { DownloadOutlined } from '@ant-design/icons';
import type { Endpoint, Input } from '@limpid/contract/kit/endpoint';
import { type TableFormat, tableFormats } from '@limpid/contract/kit/table-export';
import type { workStarted } from '@limpid/contract/work';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/Allowed.tsx';
import { call } from '../../api/call.ts';
import { useWorkFile } from '../../api/work.ts';

type ExportEndpoint = Endpoint & { access: { permission: string }; reply: typeof workStarted };

interface ExportButtonProps<E extends ExportEndpoint> {
  endpoint: E;
  /** The query of the screen; undefined while it is incomplete. */
  query: Omit<Input<E>['body'], 'format'> | undefined;
}

const formatNames: Record<TableFormat, string> = { xlsx: 'Excel', csv: 'CSV' };

/** Writes what the screen shows into a file, in the background, for users with the permission. */
export function ExportButton<E extends ExportEndpoint>({ endpoint, query }: ExportButtonProps<E>) {
  const { t } = useTranslation();
  const file = useWorkFile((format: TableFormat) =>
    call<ExportEndpoint>(endpoint, { body: { ...query, format } }),
  );
  return (
    <Allowed permission={[endpoint.access.permission]}>
      <Dropdown
        trigger={['click']}
        disabled={query === undefined || file.isPending}
        menu={{
          items: tableFormats.map((format) => ({
            key: format,
            label: t('kit.list.exportAs', { format: formatNames[format] }),
            onClick: () => file.mutate(format),
          })),
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending}>
          {t('kit.list.export')}
        </Button>
      </Dropdown>
    </Allowed>
  );
}
