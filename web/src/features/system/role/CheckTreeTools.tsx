import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './role.module.css';

interface CheckTreeToolsProps {
  text: string;
  onType: (text: string) => void;
  /** The ids of all nodes. */
  all: number[];
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  linkSwitch: ReactNode;
  isOpen: boolean;
  onOpen: (isWhole: boolean) => void;
}

/** The search and the bulk actions above a tree with checkboxes. */
export function CheckTreeTools(props: CheckTreeToolsProps) {
  const { t } = useTranslation();
  const { text, onType, all, chosen, onChoose, linkSwitch, isOpen, onOpen } = props;
  const count = all.filter((id) => chosen.includes(id)).length;
  const beyond = chosen.filter((id) => !all.includes(id));
  return (
    <div className={styles.treeTools}>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('system.role.tree.search')}
        aria-label={t('system.role.tree.search')}
        value={text}
        // Enter must not submit the form.
        onPressEnter={(event) => event.preventDefault()}
        onChange={(event) => onType(event.target.value)}
      />
      <Checkbox
        checked={count > 0 && count === all.length}
        indeterminate={count > 0 && count < all.length}
        onChange={(event) => onChoose(event.target.checked ? [...all, ...beyond] : beyond)}
      >
        {t('system.role.tree.all')}
      </Checkbox>
      {linkSwitch}
      <Button type="link" size="small" disabled={text.trim() !== ''} onClick={() => onOpen(!isOpen)}>
        {isOpen ? t('system.role.tree.collapse') : t('system.role.tree.expand')}
      </Button>
    </div>
  );
}
