import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

/** A hint below a form field. */
export function FieldNote({ text }: { text: string }) {
  const { t } = useTranslation();
  return <Typography.Paragraph type="secondary">{t(text)}</Typography.Paragraph>;
}

/** A hint under a field, as part of it. */
export function FieldHint({ text }: { text: string }) {
  return useTranslation().t(text);
}
