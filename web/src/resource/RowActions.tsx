import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './resource.module.css';

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

/** The menu of what has no room. A page has twenty of them and few are ever opened: it is made when it is asked for. */
function MoreActions({ actions, rowName }: Omit<RowActionsProps, 'visible'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean>();
  const button = {
    type: 'text',
    icon: <MoreOutlined aria-hidden />,
    'aria-label': t('kit.list.actionsOf', { name: rowName }),
    'aria-haspopup': 'menu',
  } as const;
  if (open === undefined) return <Button {...button} aria-expanded={false} onClick={() => setOpen(true)} />;
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      styles={{ root: { whiteSpace: 'nowrap' } }}
      menu={{ items: actions.map(({ key, text, run }) => ({ key, label: text, onClick: run })) }}
    >
      <Button {...button} ref={focus} />
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
        <Button key={key} type="link" size="small" aria-label={`${text} ${rowName}`} onClick={run}>
          {text}
        </Button>
      ))}
      {hasMenu && <MoreActions actions={actions.slice(words)} rowName={rowName} />}
    </span>
  );
}
