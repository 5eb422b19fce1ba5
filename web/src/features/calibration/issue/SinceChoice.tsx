import { maxIssueDays } from '@limpid/contract/calibration/issue';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { DatePicker, Form, Radio } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { dayPickerForm } from '../../../lib/dates.ts';
import { toZoneInstant } from '../../../query/bar/zone-instant.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './issue.module.css';

interface SinceChoiceProps {
  /** Epoch milliseconds from which on K and B count; null is from now on. */
  initial: number | null;
  /** The zone of the server, in which moments of issues are shown. */
  zone: string;
  onChange: (since: number | null) => void;
}

/** From which moment K and B count: from now on, or from an earlier one, which corrects stored values again. */
export function SinceChoice({ initial, zone, onChange }: SinceChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [since, setSince] = useState(initial);
  const choose = (next: number | null) => {
    setSince(next);
    onChange(next);
  };
  const onClock = (at: number) => dayjs(formatLocalTime(at, zone));
  const now = serverNow();
  return (
    <Form layout="vertical">
      <Form.Item
        label={t('calibration.issue.send.since')}
        {...(since !== null && { extra: t('calibration.issue.send.pastNote', { zone }) })}
      >
        <Radio.Group
          className={styles.since}
          value={since === null ? 'now' : 'past'}
          onChange={({ target }) => choose(target.value === 'now' ? null : (initial ?? now - HOUR_MS))}
        >
          <Radio value="now">{t('calibration.issue.send.fromNow')}</Radio>
          <Radio value="past">{t('calibration.issue.send.fromPast')}</Radio>
        </Radio.Group>
        {since !== null && (
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format={`${dayPickerForm(language)} HH:mm`}
            aria-label={t('calibration.issue.send.moment')}
            allowClear={false}
            value={onClock(since)}
            minDate={onClock(now - maxIssueDays * DAY_MS)}
            maxDate={onClock(now)}
            onChange={(next) => next && choose(toZoneInstant(next, zone))}
          />
        )}
      </Form.Item>
    </Form>
  );
}
