import { Button, type ButtonProps, Tooltip } from 'antd';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'title'> {
  /** What the button does: its tooltip and its name for screen readers. */
  name: string;
}

export function IconButton({ name, ...button }: IconButtonProps) {
  return (
    <Tooltip title={name} mouseEnterDelay={0.4}>
      <Button type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
