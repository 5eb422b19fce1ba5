import { maxMuteDays } from '@limpid/contract/alarm/alarm-action';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { DatePicker, Form, Input, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { dayPickerForm } from '../../../lib/dates.ts';
import type { AlarmRow } from '../../../query/alarms/alarm.ts';
import { type AlarmActionKind, useAlarmAction } from '../../../query/alarms/use-alarm-action.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './alarm-log.module.css';
import { describeClearing } from './list-actions.ts';

interface AlarmActionDialogProps {
  kind: AlarmActionKind;
  rows: readonly AlarmRow[];
  open: boolean;
  onClose: () => void;
}

const muteHours = [1, 4, 12, 24, 168] as const;

/** Asks before an action on alarms, with a comment; names the consequence on the button. */
export function AlarmActionDialog({ kind, rows, open, onClose }: AlarmActionDialogProps) {
  const { t } = useTranslation();
  const action = useAlarmAction();
  const [comment, setComment] = useState('');
  const [until, setUntil] = useState<number>(() => serverNow() + HOUR_MS);
  const isMissing = kind === 'comment' && comment.trim() === '';
  const name = rows.length === 1 ? (rows[0]?.siteName ?? '') : undefined;
  const clearing = describeClearing(kind, rows);
  const submit = () =>
    action.mutate(
      { kind, alarmIds: rows.map(({ alarmId }) => alarmId), comment: comment.trim(), until },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      open={open}
      className="compact-dialog"
      title={
        name === undefined
          ? t(`alarm.log.dialog.several.${kind}`, { count: rows.length })
          : t(`alarm.log.dialog.one.${kind}`, { name })
      }
      okText={
        !clearing.isMet
          ? t(`alarm.log.actions.${kind}`)
          : clearing.minutes === undefined
            ? t('alarm.log.dialog.clearAnyway')
            : t('alarm.log.dialog.clearReminds', { minutes: clearing.minutes })
      }
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger: kind === 'clear', disabled: isMissing }}
      confirmLoading={action.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.consequence}>
        {t(`alarm.log.dialog.consequence.${clearing.isMet ? 'clearMet' : kind}`)}
      </p>
      <Form layout="vertical">
        {kind === 'mute' && <MuteChoice until={until} onChange={setUntil} />}
        <Form.Item
          label={kind === 'comment' ? t('alarm.log.dialog.comment') : t('alarm.log.dialog.optionalComment')}
          htmlFor="alarm-comment"
        >
          <Input.TextArea
            id="alarm-comment"
            rows={3}
            maxLength={500}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

function MuteChoice({ until, onChange }: { until: number; onChange: (until: number) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [hours, setHours] = useState<number>(1);
  const own = 0;
  const choose = (next: number) => {
    setHours(next);
    if (next !== own) onChange(serverNow() + next * HOUR_MS);
  };
  return (
    <Form.Item label={t('alarm.log.dialog.muteFor')}>
      <Radio.Group
        value={hours}
        onChange={({ target }) => choose(Number(target.value))}
        className={styles.hours}
      >
        {muteHours.map((one) => (
          <Radio key={one} value={one}>
            {t(`alarm.log.dialog.hours.${one}`)}
          </Radio>
        ))}
        <Radio value={own}>{t('alarm.log.dialog.untilTime')}</Radio>
      </Radio.Group>
      {hours === own && (
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format={`${dayPickerForm(language)} HH:mm`}
          aria-label={t('alarm.log.dialog.untilTime')}
          allowClear={false}
          value={dayjs(until)}
          minDate={dayjs()}
          maxDate={dayjs().add(maxMuteDays * DAY_MS, 'ms')}
          onChange={(next: Dayjs | null) => next && onChange(next.valueOf())}
        />
      )}
    </Form.Item>
  );
}
