import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface ListEmptyProps {
  isFiltered: boolean;
  onReset: () => void;
  /** Undefined if the user may not add rows. */
  onAdd: (() => void) | undefined;
  canImport: boolean;
  /** The next step of a list whose rows are not added by hand; replaces the general hint. */
  hint?: string | undefined;
}

/** Explains an empty list and offers the next step. */
export function ListEmpty({ isFiltered, onReset, onAdd, canImport, hint }: ListEmptyProps) {
  const { t } = useTranslation();
  if (isFiltered) {
    const reset = <Button onClick={onReset}>{t('kit.states.showAll')}</Button>;
    return <EmptyState title={t('kit.states.noMatch')} hint={t('kit.states.noMatchHint')} action={reset} />;
  }
  if (!onAdd) return <EmptyState title={t('kit.states.empty')} hint={hint ?? t('kit.states.emptyHint')} />;
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
      {t('kit.list.add')}
    </Button>
  );
  return (
    <EmptyState
      title={t('kit.states.empty')}
      hint={t(canImport ? 'kit.states.emptyAddHint' : 'kit.states.emptyAddOnlyHint')}
      action={add}
    />
  );
}
