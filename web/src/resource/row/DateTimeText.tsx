import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useLanguage } from '../use-language.ts';

/** A date-time in the format of the language; its time zone is the tooltip. */
export function DateTimeText({ value }: { value: string }) {
  const { t } = useTranslation();
  const zone = useSession((session) => session.zone);
  return (
    <time dateTime={value} title={t('kit.list.zone', { zone })}>
      {formatDateTime(value, useLanguage())}
    </time>
  );
}
