import { role } from '@limpid/contract/system/role';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './role.module.css';
import { type DataScope, readDataScope } from './use-data-scope.ts';

interface ScopeChoiceProps {
  value: DataScope;
  onChange: (dataScope: DataScope) => void;
}

/** The five data scopes with explanations. */
export function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation();
  const options = role.fields.dataScope.values.map((kind) => ({
    value: kind,
    label: (
      <span>
        {t(`system.role.fields.dataScope_${kind}`)}
        <span className={styles.scopeHint}>{t(`system.role.scope.hint_${kind}`)}</span>
      </span>
    ),
  }));
  return (
    <Radio.Group
      aria-label={t('system.role.fields.dataScope')}
      className={styles.scopes}
      value={value}
      onChange={(event) => onChange(readDataScope(event.target.value))}
      options={options}
    />
  );
}
