import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';

export function useRequired(): (label: string) => Rule {
  const { t } = useTranslation();
  return (label) => ({
    required: true,
    whitespace: true,
    message: t('shell.validation.required', { label }),
  });
}
