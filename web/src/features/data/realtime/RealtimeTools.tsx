import { AppstoreOutlined, MutedOutlined, SoundOutlined, TableOutlined } from '@ant-design/icons';
import { realtime } from '@limpid/contract/data/realtime';
import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './realtime.module.css';
import filters from './realtime-filters.module.css';
import type { RecentHoursOfSites } from './use-recent-hours.ts';
import type { SoundControl } from './use-sound-switch.ts';

type View = 'table' | 'cards';

/** The chosen view; by default cards on a phone and a table elsewhere. */
export function useView(): [View, (view: View) => void] {
  const isPhone = useMedia(phoneQuery);
  const place = isPhone ? 'phone' : 'desk';
  const [chosen, choose] = usePersonalChoice<Partial<Record<typeof place, View>>>(
    `view:${realtime.path}`,
    {},
  );
  return [chosen[place] ?? (isPhone ? 'cards' : 'table'), (view) => choose({ ...chosen, [place]: view })];
}

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented<View>
      className={filters.view}
      aria-label={t('data.realtime.view')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'table', label: t('data.realtime.table'), icon: <TableOutlined aria-hidden /> },
        { value: 'cards', label: t('data.realtime.cards'), icon: <AppstoreOutlined aria-hidden /> },
      ]}
    />
  );
}

const indexValue = '*';

/** What the small lines show: the index or a channel. */
export function HoursChoice({ hours, indexTitle }: { hours: RecentHoursOfSites; indexTitle: string }) {
  const { t } = useTranslation();
  return (
    <div className={filters.hours}>
      <Select
        aria-label={t('data.realtime.hoursBy')}
        prefix={<span className={styles.second}>{t('data.realtime.hours')}</span>}
        value={hours.channel ?? indexValue}
        options={[
          { value: indexValue, label: indexTitle },
          ...hours.choices.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(code) => hours.choose(code === indexValue ? undefined : code)}
      />
    </div>
  );
}

/** Switches the sound, and says so while the browser does not allow it yet. */
export function SoundSwitch({ sound: { isOn, isBlocked, toggle } }: { sound: SoundControl }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        name={t(isOn ? 'data.realtime.sound.on' : 'data.realtime.sound.off')}
        icon={isOn ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />}
        aria-pressed={isOn}
        onClick={toggle}
      />
      {isOn && isBlocked && <output className={styles.second}>{t('data.realtime.sound.blocked')}</output>}
    </>
  );
}
