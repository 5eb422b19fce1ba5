import { WarningOutlined } from '@ant-design/icons';
import { findRotaGaps, type RotaGap, type ShiftTimes } from '@limpid/contract/alarm/rota-gaps';
import { DAY_MS } from '@limpid/contract/durations';
import { Alert, Form, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './notify.module.css';

/** A Monday. */
const firstMonday = Date.UTC(2024, 0, 1);
const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/;

function isWhole(shift: Partial<ShiftTimes> | undefined): shift is ShiftTimes {
  return Boolean(shift?.weekdays && timeForm.test(shift.fromTime ?? '') && timeForm.test(shift.toTime ?? ''));
}

/** The hours without anybody on call, in words; undefined if there are none. */
function useGapText(shifts: readonly (Partial<ShiftTimes> | undefined)[]): string | undefined {
  const { t } = useTranslation();
  const format = new Intl.DateTimeFormat(useLanguage(), { weekday: 'short', timeZone: 'UTC' });
  const whole = shifts.filter(isWhole);
  if (whole.length === 0) return t('notify.rota.noShifts');
  const gaps = findRotaGaps(whole);
  if (gaps.length === 0) return undefined;
  const day = (number: number) => format.format(firstMonday + (number - 1) * DAY_MS);
  const describe = ({ fromDay, from, toDay, to }: RotaGap) =>
    fromDay === toDay ? `${day(fromDay)} ${from}–${to}` : `${day(fromDay)} ${from} – ${day(toDay)} ${to}`;
  const daily = gaps.filter(({ from, to }) => from === gaps[0]?.from && to === gaps[0]?.to);
  const [first] = gaps;
  const spans =
    daily.length === 7 && gaps.length === 7 && first
      ? t('notify.rota.daily', { from: first.from, to: first.to })
      : gaps.map(describe).join(t('kit.remove.comma'));
  return t('notify.rota.uncovered', { spans });
}

/** Names the hours without anybody below the shifts of a form; a rota without shifts is only unfinished. */
export function RotaGapAlert() {
  const shifts = Form.useWatch<Partial<ShiftTimes>[] | undefined>('shifts') ?? [];
  const text = useGapText(shifts);
  if (text === undefined) return null;
  const type = shifts.length > 0 ? 'warning' : 'info';
  return <Alert type={type} showIcon title={text} className={styles.alert} />;
}

/** The people of a rota, with a mark if hours are not covered. */
export function RotaPeople({ people, shifts }: { people: string; shifts: readonly Partial<ShiftTimes>[] }) {
  const text = useGapText(shifts);
  return (
    <>
      {people}
      {text !== undefined && (
        <Tooltip title={text}>
          <WarningOutlined aria-label={text} tabIndex={0} className={styles.gap} />
        </Tooltip>
      )}
    </>
  );
}
