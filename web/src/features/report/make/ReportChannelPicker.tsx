import { listReportChannels, maxReportChannels } from '@limpid/contract/report/report-plan';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';

interface ReportChannelPickerProps extends FormControl<number[] | null | undefined> {
  /** What the report is about; without a department it is that of the caller. */
  about: { siteId?: number; entityId?: number; deptId?: number | undefined };
}

/** Chooses channels of notifications that serve the subject of a report. */
export function ReportChannelPicker({ about, value, onChange, ...control }: ReportChannelPickerProps) {
  const { t } = useTranslation();
  const channels = useQuery({
    queryKey: [listReportChannels.path, about],
    queryFn: ({ signal }) => call(listReportChannels, { query: about, signal, quiet: true }),
  });
  const offered = channels.data?.map(({ notifyChannelId, notifyChannelName, personal }) => ({
    value: notifyChannelId,
    label: personal ? t('report.send.personal', { name: notifyChannelName }) : notifyChannelName,
  }));
  const gone = (value ?? []).filter((id) => offered?.every((one) => one.value !== id));
  return (
    <Select<number[]>
      {...control}
      mode="multiple"
      maxCount={maxReportChannels}
      // While the names are loading, bare ids would be shown.
      value={offered ? (value ?? []) : []}
      loading={channels.isPending}
      options={[
        ...(offered ?? []),
        ...gone.map((id) => ({ value: id, label: t('kit.form.stopped', { id }) })),
      ]}
      placeholder={t('report.send.none')}
      notFoundContent={channels.isError ? channels.error.message : t('report.send.noChannels')}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next)}
    />
  );
}
