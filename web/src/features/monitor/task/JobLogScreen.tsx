import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { job, jobLog } from '@limpid/contract/monitor/task';
import { Space, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { BackLink } from '../../../resource/row/BackLink.tsx';
import { rowName } from '../../../resource/row/row.ts';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { LogScreen } from '../log/LogScreen.tsx';

const jobs = resourceEndpoints(job);

/** The log of all jobs, or of the job in the address. */
export default function JobLogScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { jobId: inPath } = useParams();
  const [query] = useSearchParams();
  const jobId = readId(inPath ?? query.get('jobId') ?? '');
  const mayRead = hasAnyPermission('monitor:job:query');
  const row = useRow(jobs, mayRead ? jobId : undefined);
  const heading = (
    <Space size="middle" wrap>
      <BackLink to="/monitor/job" text={t('monitor.task.title')} />
      {jobId !== undefined && (
        <Tag
          closable={{ closeIcon: true, 'aria-label': t('monitor.taskLog.all') }}
          onClose={() => navigate('/job/log')}
        >
          {row.data ? rowName(job, row.data, language) : `#${jobId}`}
        </Tag>
      )}
    </Space>
  );
  return (
    <LogScreen
      key={jobId}
      resource={jobLog}
      heading={heading}
      fixedFilter={jobId === undefined ? undefined : { jobId }}
    />
  );
}

/** RuoYi clients use 0 for all jobs. */
function readId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
