import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Divider, Popover } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from '../../ui/use-escape.ts';
import styles from '../resource.module.css';
import type { ChoosableColumn, ColumnChoices } from './use-column-choices.ts';

export function ColumnChoice({ columns: { all, shown, always, show } }: { columns: ColumnChoices }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useEscape(isOpen, close);
  const isAll = shown.length === all.length;
  const names = (columns: ChoosableColumn[]) => columns.map(({ name }) => name);
  const list = (
    <fieldset aria-label={t('kit.list.columns')} className={styles.columnChoice}>
      <Checkbox
        checked={isAll}
        indeterminate={!isAll}
        onChange={({ target }) => show(target.checked ? names(all) : [])}
      >
        {t('kit.list.allColumns')}
      </Checkbox>
      <Divider size="small" />
      <Checkbox.Group
        value={names(shown)}
        options={all.map(({ name, label, title }) => ({
          value: name,
          label: title ?? t(label),
          disabled: name === always,
        }))}
        onChange={show}
      />
    </fieldset>
  );
  return (
    // Mounted next to its button, so that the Tab key reaches it next.
    <div>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={list}
        open={isOpen}
        onOpenChange={setOpen}
        getPopupContainer={(button) => button.parentElement ?? document.body}
      >
        <Button
          type="text"
          icon={<SettingOutlined aria-hidden />}
          aria-label={t('kit.list.columns')}
          aria-expanded={isOpen}
          title={t('kit.list.columns')}
        />
      </Popover>
    </div>
  );
}
