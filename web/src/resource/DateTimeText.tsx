import { overview } from '@limpid/contract/system/session';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { formatDateTime } from '../lib/dates.ts';
import { useLanguage } from './useLanguage.ts';

/** A date-time in the language's form; the zone it is in on hover. */
export function DateTimeText({ value }: { value: string }) {
  return (
    <Tooltip title={<ServerZone />}>
      <time dateTime={value}>{formatDateTime(value, useLanguage())}</time>
    </Tooltip>
  );
}

/** Mounted, and so asked for, only when a first tooltip opens. */
function ServerZone() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [overview.path, 'zone'],
    queryFn: ({ signal }) => call(overview, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return t('kit.list.zone', { zone: data?.zone ?? '…' });
}
