import { Button, type ButtonProps, Tooltip, type TooltipProps } from 'antd';
import type { Ref } from 'react';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'title'> {
  /** What the button does: its tooltip and its name for screen readers. */
  name: string;
  ref?: Ref<HTMLButtonElement | HTMLAnchorElement>;
  /** Where the tooltip hides nothing that belongs to the button. */
  tipAt?: TooltipProps['placement'];
}

export function IconButton({ name, tipAt, ...button }: IconButtonProps) {
  return (
    <Tooltip title={name} mouseEnterDelay={0.4} {...(tipAt && { placement: tipAt })}>
      <Button type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
