import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
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

/** What can be done with one row. */
export function RowActions({ actions, rowName, visible }: RowActionsProps) {
  const { t } = useTranslation();
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
      {hasMenu && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          styles={{ root: { whiteSpace: 'nowrap' } }}
          menu={{
            items: actions.slice(words).map(({ key, text, run }) => ({ key, label: text, onClick: run })),
          }}
        >
          <Button
            type="text"
            icon={<MoreOutlined aria-hidden />}
            aria-label={t('kit.list.actionsOf', { name: rowName })}
          />
        </Dropdown>
      )}
    </span>
  );
}
