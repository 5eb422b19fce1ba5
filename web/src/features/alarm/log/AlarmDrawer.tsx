import { localised } from '@limpid/contract/kit/resource';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlarmDuration } from '../../../query/alarms/AlarmDuration.tsx';
import { type AlarmRow, alarmEndpoints, describeAlarmValue, nameParts } from '../../../query/alarms/alarm.ts';
import type { AlarmActionKind } from '../../../query/alarms/use-alarm-action.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import { AlarmTimeline } from './AlarmTimeline.tsx';
import { PeakCell, SeverityCell, StateCell, ValueCell } from './alarm-cells.tsx';
import styles from './alarm-log.module.css';
import { listActions } from './list-actions.ts';
import { useAlarmLinks } from './use-alarm-links.ts';

interface AlarmDrawerProps {
  alarmId: number | undefined;
  onClose: () => void;
  onAct: (kind: AlarmActionKind, rows: readonly AlarmRow[]) => void;
}

/** One alarm: its facts, what happened to it, and what can be done. */
export function AlarmDrawer({ alarmId, onClose, onAct }: AlarmDrawerProps) {
  const { t } = useTranslation();
  const row = useRow(alarmEndpoints, alarmId);
  const { data } = row;
  return (
    <Drawer
      open={alarmId !== undefined}
      onClose={onClose}
      title={data?.siteName ?? t('alarm.log.title')}
      size={toRem(480)}
      destroyOnHidden
    >
      {/* Above the facts, because notifications cover the lower edge. */}
      {data && <DrawerActions row={data} onAct={onAct} />}
      {data ? <AlarmFacts row={data} /> : <RowState row={row} lines={8} />}
    </Drawer>
  );
}

function DrawerActions({ row, onAct }: { row: AlarmRow; onAct: AlarmDrawerProps['onAct'] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.drawerActions}>
      {listActions(row).map((kind) => (
        <Button
          key={kind}
          danger={kind === 'clear'}
          type={kind === 'acknowledge' ? 'primary' : 'default'}
          onClick={() => onAct(kind, [row])}
        >
          {t(`alarm.log.actions.${kind}`)}
        </Button>
      ))}
    </div>
  );
}

const isNumber = (value: number | null | undefined) => typeof value === 'number';

function AlarmFacts({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const types = useDict('alarm_type');
  const links = useAlarmLinks(row);
  const label = (name: string) => t(`alarm.log.fields.${name}`);
  const latest = describeAlarmValue({ ...row, value: row.lastValue }, language).value;
  const time = (value: string | null | undefined) => value && <DateTimeText value={value} />;
  const basis = row.basis && label(`basis_${row.basis}`);
  // The timeline says who did what, and when.
  const facts: Record<string, ReactNode> = {
    severity: <SeverityCell row={row} />,
    state: <StateCell row={row} />,
    alarmType: types.find(({ value }) => value === row.alarmType)?.text ?? row.alarmType,
    ruleName: row.ruleName,
    entityName: localised(row, 'entityName', language),
    channelName: [localised(row, 'channelName', language), row.channelCode && basis]
      .filter(Boolean)
      .join(' · '),
    detail: nameParts(row, t),
    value: isNumber(row.value) && <ValueCell row={row} />,
    peak: isNumber(row.peak) && <PeakCell row={row} />,
    lastValue: latest,
    raisedAt: time(row.raisedAt),
    endedAt: time(row.endedAt),
    seconds: <AlarmDuration row={row} />,
    endReason: row.endReason && label(`endReason_${row.endReason}`),
    mutedUntil: row.endedAt ? null : time(row.mutedUntil),
    repeats: row.repeats ? String(row.repeats) : '',
  };
  return (
    <>
      {links.length > 0 && (
        <nav aria-label={t('alarm.log.links.heading')} className={styles.links}>
          {links.map(({ to, text }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </nav>
      )}
      <dl className={styles.facts}>
        {Object.entries(facts)
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{label(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <AlarmTimeline row={row} />
    </>
  );
}
