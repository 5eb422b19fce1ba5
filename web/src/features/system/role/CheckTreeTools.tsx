import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './role.module.css';

interface CheckTreeToolsProps {
  text: string;
  onType: (text: string) => void;
  /** Everything there is in the tree. */
  all: number[];
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  linkSwitch: ReactNode;
  isOpen: boolean;
  onOpen: (isWhole: boolean) => void;
}

/** What stands above a tree with ticks: its search, and what is done to all of it. */
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
        // There is nothing more to search for, and it must not save the form.
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
