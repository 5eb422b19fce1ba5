import { Alert } from 'antd';

interface MapHintProps {
  text: string;
  isWarning?: boolean;
  /** None where there is nothing to go back to. */
  onClose?: (() => void) | undefined;
}

/** A word over the map: worth reading, not an interruption. */
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
