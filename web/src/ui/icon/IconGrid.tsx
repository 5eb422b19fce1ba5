import { SearchOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './icon-picker.module.css';
import { iconNames, MenuIcon } from './MenuIcon.tsx';

interface IconGridProps {
  chosen: string | undefined;
  onPick: (name: string | undefined) => void;
  onLeave: () => void;
}

/** Focuses the search when the grid opens. */
const startsHere = { autoFocus: true };

/** All icons with a search; Enter selects the first match, arrow keys move between icons. */
export function IconGrid({ chosen, onPick, onLeave }: IconGridProps) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState('');
  const found = iconNames.filter((name) => name.includes(wanted.trim().toLowerCase()));
  const noIcon = t('kit.icons.none');

  function leaveByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    // Escape must not close the surrounding dialog.
    event.stopPropagation();
    onLeave();
  }

  function move(event: KeyboardEvent) {
    leaveByEscape(event);
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const inRow = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -inRow, ArrowDown: inRow };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons[at + step]?.focus();
  }

  return (
    <section aria-label={t('kit.icons.title')} className={styles.icons}>
      <Input
        {...startsHere}
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('kit.icons.search')}
        placeholder={t('kit.icons.search')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          if (found[0]) onPick(found[0]);
        }}
        onKeyDown={(event) => {
          leaveByEscape(event);
          if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
        }}
      />
      <div ref={grid} className={styles.iconGrid}>
        {wanted === '' && (
          <Button
            type="text"
            title={noIcon}
            aria-label={noIcon}
            icon={<StopOutlined aria-hidden />}
            onKeyDown={move}
            onClick={() => onPick(undefined)}
          />
        )}
        {found.map((name) => (
          <Button
            key={name}
            type={name === chosen ? 'primary' : 'text'}
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            icon={<MenuIcon name={name} />}
            onKeyDown={move}
            onClick={() => onPick(name)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.noIcon}>{t('kit.icons.noneFound')}</p>}
    </section>
  );
}
