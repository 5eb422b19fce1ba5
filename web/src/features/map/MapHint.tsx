import { Alert } from 'antd';
import type { ReactNode } from 'react';

interface MapHintProps {
  text: string;
  isWarning?: boolean;
  /** Undefined for a hint that cannot be closed. */
  onClose?: (() => void) | undefined;
  /** A button for the next step. */
  action?: ReactNode;
}

/** A hint over the map that does not interrupt screen readers. */
export function MapHint({ text, isWarning = false, onClose, action }: MapHintProps) {
  return (
    <Alert
      role="presentation"
      type={isWarning ? 'warning' : 'info'}
      showIcon
      closable={onClose && { onClose }}
      title={text}
      action={action}
    />
  );
}
