import type { DropdownProps } from 'antd';

/** How every menu behind a button opens: by click, with the keyboard already in it. */
export const buttonMenu = {
  autoFocus: true,
  trigger: ['click'],
  placement: 'bottomRight',
} satisfies DropdownProps;

/** By right click, and by the key that stands for it. */
export const contextMenu = { autoFocus: true, trigger: ['contextMenu'] } satisfies DropdownProps;
