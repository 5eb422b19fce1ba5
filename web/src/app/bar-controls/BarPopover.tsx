import { Button, Popover } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useEscape } from '../../ui/use-escape.ts';

interface BarPopoverProps {
  title: string;
  /** The name of the button, including the number of items. */
  name: string;
  icon: ReactNode;
  content: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A button of the top bar with a list under it. */
export function BarPopover({ title, name, icon, content, open, onOpenChange }: BarPopoverProps) {
  const close = useCallback(() => onOpenChange(false), [onOpenChange]);
  useEscape(open, close);
  return (
    // Placed next to its button, so that the list is the next stop of the Tab key.
    <div>
      <Popover
        trigger="click"
        placement="bottomRight"
        // Neither edge of the button leaves enough room on a phone.
        align={{ overflow: { shiftX: true } }}
        title={title}
        content={content}
        open={open}
        onOpenChange={onOpenChange}
        getPopupContainer={(button) => button.parentElement ?? document.body}
      >
        <Button type="text" icon={icon} aria-label={name} aria-expanded={open} title={name} />
      </Popover>
    </div>
  );
}
