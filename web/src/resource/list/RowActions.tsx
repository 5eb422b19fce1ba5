import { Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../resource.module.css';
import controls from '../row-controls.module.css';

export interface RowAction {
  key: string;
  text: string;
  run: () => void;
}

interface RowActionsProps {
  actions: RowAction[];
  rowName: string;
  /** How many actions are shown as text; the rest is in a menu. */
  maxInline: number;
}

/** Maximum total length of the texts beside the menu, in characters. */
const maxInlineCharacters = 14;

function textLength(actions: RowAction[]): number {
  return actions.reduce((sum, { text }) => sum + text.length, 0);
}

/** Moves the focus to the button that replaces the pressed one. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Inline, because each icon of the library would check its style sheet. */
const dots = (
  <svg aria-hidden viewBox="0 0 14 14" width="1em" height="1em" fill="currentColor">
    <circle cx="7" cy="2.6" r="0.9" />
    <circle cx="7" cy="7" r="0.9" />
    <circle cx="7" cy="11.4" r="0.9" />
  </svg>
);

/** The menu of the remaining actions, mounted on first use because a page has twenty of them. */
function MoreActions({ actions, rowName }: Omit<RowActionsProps, 'maxInline'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean>();
  const button = {
    type: 'button',
    className: controls.more,
    'aria-label': t('kit.list.actionsOf', { name: rowName }),
    'aria-haspopup': 'menu',
    'aria-expanded': open ?? false,
    children: dots,
  } as const;
  if (open === undefined) return <button {...button} onClick={() => setOpen(true)} />;
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      styles={{ root: { whiteSpace: 'nowrap' } }}
      menu={{ items: actions.map(({ key, text, run }) => ({ key, label: text, onClick: run })) }}
    >
      <button {...button} ref={focus} />
    </Dropdown>
  );
}

/** The actions of one row. */
export function RowActions({ actions, rowName, maxInline }: RowActionsProps) {
  const hasMenu = actions.length > maxInline;
  // Long texts leave no room for the menu.
  const inlineCount =
    hasMenu && textLength(actions.slice(0, maxInline)) > maxInlineCharacters ? maxInline - 1 : maxInline;
  return (
    <span className={styles.rowActions}>
      {actions.slice(0, inlineCount).map(({ key, text, run }) => (
        <button
          key={key}
          type="button"
          className={controls.action}
          aria-label={`${text} ${rowName}`}
          onClick={run}
        >
          {text}
        </button>
      ))}
      {hasMenu && <MoreActions actions={actions.slice(inlineCount)} rowName={rowName} />}
    </span>
  );
}
