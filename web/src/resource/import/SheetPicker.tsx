import { InboxOutlined } from '@ant-design/icons';
import { Alert, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../resource.module.css';

interface SheetPickerProps {
  file: File | undefined;
  /** CSV is accepted as well. */
  takesText: boolean;
  disabled: boolean;
  onPick: (file: File | undefined) => void;
}

/** Picks one sheet, by drop or file dialog. */
export function SheetPicker({ file, takesText, disabled, onPick }: SheetPickerProps) {
  const { t } = useTranslation();
  const [isWrongType, setWrongType] = useState(false);

  function take(chosen: File) {
    const isSheet = (takesText ? /\.(?:xlsx?|csv)$/i : /\.xlsx?$/i).test(chosen.name);
    setWrongType(!isSheet);
    onPick(isSheet ? chosen : undefined);
    // The upload starts with the button of the dialog.
    return false;
  }

  return (
    <>
      <Upload.Dragger
        accept={takesText ? '.xls,.xlsx,.csv' : '.xls,.xlsx'}
        maxCount={1}
        fileList={file ? [{ uid: file.name, name: file.name }] : []}
        beforeUpload={take}
        onRemove={() => onPick(undefined)}
        disabled={disabled}
      >
        <InboxOutlined aria-hidden className={styles.importIcon} />
        <p>{t('kit.import.drop')}</p>
        <p className={styles.hint}>{t(takesText ? 'kit.import.textTypes' : 'kit.import.types')}</p>
      </Upload.Dragger>
      {isWrongType && (
        <Alert
          type="error"
          showIcon
          title={t(takesText ? 'kit.import.wrongTextType' : 'kit.import.wrongType')}
        />
      )}
    </>
  );
}
