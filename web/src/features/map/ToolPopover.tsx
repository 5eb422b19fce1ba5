import { Popover } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEscape } from '../../ui/use-escape.ts';

interface ToolPopoverProps {
  name: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A tool of the map that opens a small panel beside it. */
export function ToolPopover({ name, icon, children }: ToolPopoverProps) {
  const button = useRef<HTMLButtonElement | HTMLAnchorElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEscape(isOpen, close);
  return (
    <div>
      <Popover
        trigger="click"
        placement="leftBottom"
        // Rendered next to its button, so that Tab leads from the button into it.
        getPopupContainer={(opener) => opener.parentElement ?? document.body}
        open={isOpen}
        // Closing removes the focused element, so the focus returns to the button.
        onOpenChange={(next) =>
          !next && content.current?.contains(document.activeElement) ? close() : setOpen(next)
        }
        content={<div ref={content}>{isOpen && children}</div>}
      >
        <IconButton
          ref={button}
          tipAt="left"
          name={name}
          icon={icon}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        />
      </Popover>
    </div>
  );
}
