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
  /** How many are words in the row; the rest is in a menu. */
  visible: number;
}

/** In letters, together, so that the menu still fits beside them. */
const roomForWords = 14;

function textLength(actions: RowAction[]): number {
  return actions.reduce((sum, { text }) => sum + text.length, 0);
}

/** Takes the place of the button that was pressed, and its focus. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Each icon of the library would look after its style sheet anew. */
const dots = (
  <svg aria-hidden viewBox="0 0 14 14" width="1em" height="1em" fill="currentColor">
    <circle cx="7" cy="2.6" r="0.9" />
    <circle cx="7" cy="7" r="0.9" />
    <circle cx="7" cy="11.4" r="0.9" />
  </svg>
);

/** The menu of what has no room. A page has twenty of them and few are ever opened: it is made when it is asked for. */
function MoreActions({ actions, rowName }: Omit<RowActionsProps, 'visible'>) {
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

/** What can be done with one row. */
export function RowActions({ actions, rowName, visible }: RowActionsProps) {
  const hasMenu = actions.length > visible;
  // Long words leave no room for the menu beside them.
  const words = hasMenu && textLength(actions.slice(0, visible)) > roomForWords ? visible - 1 : visible;
  return (
    <span className={styles.rowActions}>
      {actions.slice(0, words).map(({ key, text, run }) => (
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
      {hasMenu && <MoreActions actions={actions.slice(words)} rowName={rowName} />}
    </span>
  );
}
