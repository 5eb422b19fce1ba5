import type { DropdownProps } from 'antd';

/** Menus of buttons open by click and take the focus. */
export const buttonMenu = {
  autoFocus: true,
  trigger: ['click'],
  placement: 'bottomRight',
} satisfies DropdownProps;

/** Context menus open by right click and by the context-menu key. */
export const contextMenu = { autoFocus: true, trigger: ['contextMenu'] } satisfies DropdownProps;
