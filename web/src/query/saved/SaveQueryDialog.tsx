import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import text from '../text.module.css';
import styles from './saved.module.css';
import { useSaveQuery } from './use-saved-queries.ts';

interface SaveQueryDialogProps {
  siteIds: readonly number[];
  /** The other parts of the query, as in the address. */
  address: string;
  /** The names of the user's queries. */
  ownNames: readonly string[];
  onClose: () => void;
}

export function SaveQueryDialog({ siteIds, address, ownNames, onClose }: SaveQueryDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useSaveQuery();
  const queryName = name.trim();

  async function submit(): Promise<void> {
    await save.mutateAsync({ queryName, shared, siteIds: [...siteIds], address });
    getNotifier().success(t('data.savedQuery.saved'));
    onClose();
  }

  return (
    <Dialog
      open
      title={t('data.savedQuery.saveTitle')}
      okText={t('kit.form.save')}
      okButtonProps={{ disabled: queryName === '', loading: save.isPending }}
      onOk={() => void submit().catch(() => undefined)}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <Input
          maxLength={40}
          aria-label={t('data.savedQuery.fields.queryName')}
          placeholder={t('data.savedQuery.nameHint')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={() => queryName && void submit().catch(() => undefined)}
        />
        {ownNames.includes(queryName) && <p className={text.hint}>{t('data.savedQuery.replaces')}</p>}
        <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
          {t('data.savedQuery.fields.shared')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
