import { InboxOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './ui.module.css';

interface EmptyStateProps {
  title: string;
  /** Explains what to do next. */
  hint: string;
  /** A button for the next step. */
  action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Typography.Text type="secondary">
        <InboxOutlined aria-hidden className={styles.stateIcon} />
      </Typography.Text>
      <Typography.Text strong>{title}</Typography.Text>
      <Typography.Text type="secondary">{hint}</Typography.Text>
      <div className={styles.stateAction}>{action}</div>
    </div>
  );
}
