import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatDuration } from '../../../lib/format.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { TwoLines } from '../../../ui/TwoLines.tsx';

/** The time of the last packet, and the duration since the first one. */
export function SeenCell({ since, last }: { since: string; last: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Both times are those of the server, so the clock of the browser does not matter.
  const span = formatDuration(dayjs(last).diff(since), language);
  return (
    <TwoLines
      first={<DateTimeText value={last} />}
      second={
        <time dateTime={since} title={formatDateTime(since, language)}>
          {t('monitor.client.span', { span })}
        </time>
      }
    />
  );
}
