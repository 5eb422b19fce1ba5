import { Button, type ButtonProps, Tooltip, type TooltipProps } from 'antd';
import type { Ref } from 'react';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'title'> {
  /** The tooltip and the name for screen readers. */
  name: string;
  ref?: Ref<HTMLButtonElement | HTMLAnchorElement>;
  /** The side of the tooltip. */
  tipAt?: TooltipProps['placement'];
}

export function IconButton({ name, tipAt, ...button }: IconButtonProps) {
  // The tooltip would cover what the button has opened.
  const hidden = button['aria-expanded'] === true && { open: false };
  return (
    <Tooltip title={name} mouseEnterDelay={0.4} {...(tipAt && { placement: tipAt })} {...hidden}>
      <Button type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
