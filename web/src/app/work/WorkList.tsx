import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import type { WorkRow } from '@limpid/contract/work';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { fetchWorkFile, isRunning, useRemoveWork } from '../../api/work.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import styles from './work.module.css';

export function WorkList({ rows }: { rows: WorkRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <WorkItem key={row.id} row={row} />
      ))}
    </ul>
  );
}

function WorkItem({ row }: { row: WorkRow }) {
  const { t } = useTranslation();
  const removal = useRemoveWork();
  const actionName = isRunning(row) ? 'shell.work.stop' : 'shell.work.forget';
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <span>{row.title}</span>
        <WorkState row={row} />
      </div>
      {row.fileName && (
        <Button
          type="link"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void fetchWorkFile(row.id)}
        >
          {t('shell.work.download')}
        </Button>
      )}
      <IconButton
        name={t(actionName, { title: row.title })}
        icon={<CloseOutlined aria-hidden />}
        disabled={removal.isPending}
        onClick={() => removal.mutate(row.id)}
      />
    </li>
  );
}

const looks = { done: 'success', failed: 'danger', cancelled: 'default' } as const;

function WorkState({ row }: { row: WorkRow }) {
  const { t } = useTranslation();
  const { state, done, total, problem } = row;
  if (state !== 'running') {
    return <StatusDot look={looks[state]} text={problem ?? t(`shell.work.states.${state}`)} />;
  }
  if (total === null) return <small>{t('shell.work.steps', { done })}</small>;
  return (
    <Progress
      size="small"
      percent={Math.floor((done / Math.max(1, total)) * 100)}
      aria-label={t('shell.work.progress', { title: row.title })}
    />
  );
}
