import { WarningOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import styles from './ui.module.css';

interface ErrorStateProps {
  title: string;
  /** The error message. */
  detail: string;
  /** Says what has been kept, such as the search. */
  note?: string;
  retryText: string;
  onRetry: () => void;
}

export function ErrorState({ title, detail, note, retryText, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <Typography.Text type="warning">
        <WarningOutlined aria-hidden className={styles.stateIcon} />
      </Typography.Text>
      <Typography.Text strong>{title}</Typography.Text>
      <Typography.Text type="secondary">{detail}</Typography.Text>
      {note && <Typography.Text type="secondary">{note}</Typography.Text>}
      <Button className={styles.stateAction} onClick={onRetry}>
        {retryText}
      </Button>
    </div>
  );
}
