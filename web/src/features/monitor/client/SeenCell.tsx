import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatSpan } from '../../../lib/format.ts';
import { DateTimeText } from '../../../resource/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { TwoLines } from './TwoLines.tsx';

/** When something was last heard, and for how long it had been there by then. */
export function SeenCell({ since, last }: { since: string; last: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Both are of the server's clock: how far that of the reader is off does not matter.
  const span = formatSpan(dayjs(last).diff(since, 'second'), language);
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
