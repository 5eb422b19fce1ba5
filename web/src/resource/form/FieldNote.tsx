import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

/** What a field of a form is for, below it. */
export function FieldNote({ text }: { text: string }) {
  const { t } = useTranslation();
  return <Typography.Paragraph type="secondary">{t(text)}</Typography.Paragraph>;
}
