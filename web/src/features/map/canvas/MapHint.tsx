import { Alert } from 'antd';

interface MapHintProps {
  text: string;
  isWarning?: boolean;
  /** Undefined for a hint that cannot be closed. */
  onClose?: (() => void) | undefined;
}

/** A hint over the map that does not interrupt screen readers. */
export function MapHint({ text, isWarning = false, onClose }: MapHintProps) {
  return (
    <Alert
      role="presentation"
      type={isWarning ? 'warning' : 'info'}
      showIcon
      closable={onClose && { onClose }}
      title={text}
    />
  );
}
