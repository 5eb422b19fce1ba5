import { SearchOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import Fuse from 'fuse.js';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toRem } from '../../ui/scale.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import type { SearchEntry } from '../menu/menu.ts';
import styles from './menu-search.module.css';
import { SearchResults } from './SearchResults.tsx';

interface Props {
  entries: SearchEntry[];
  onClose(): void;
}

const options = {
  threshold: 0.4,
  keys: [
    { name: 'title', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
};

/** A stable ref callback, so that it runs once, when the field is mounted. */
function focusOnArrival(field: { focus(): void } | null): void {
  field?.focus();
}

export function MenuSearchDialog({ entries, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const returnFocus = useFocusReturn();
  useEffect(() => returnFocus, [returnFocus]);
  const [wanted, setWanted] = useState('');
  const [position, setPosition] = useState(0);
  const fuse = useMemo(() => new Fuse(entries, options), [entries]);
  const found = wanted.trim() ? fuse.search(wanted.trim()).map((result) => result.item) : entries;

  const pick = (entry: SearchEntry | undefined) => {
    if (!entry) return;
    onClose();
    if (entry.external) window.open(entry.to, '_blank', 'noopener,noreferrer');
    else void navigate(entry.to);
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setPosition((position + step + found.length) % found.length);
    }
  };
  const type = (text: string) => {
    setWanted(text);
    setPosition(0);
  };
  return (
    <Modal
      open
      title={<span className="visually-hidden">{t('shell.search.title')}</span>}
      className={`compact-dialog ${styles.dialog}`}
      footer={null}
      closable={false}
      width={toRem(560)}
      onCancel={onClose}
    >
      <Input
        ref={focusOnArrival}
        size="large"
        variant="borderless"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('shell.search.hint')}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input; the role says that it steers a list
        role="combobox"
        aria-label={t('shell.search.title')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${position}` : undefined}
        value={wanted}
        onChange={(event) => type(event.target.value)}
        onKeyDown={steer}
        onPressEnter={() => pick(found[position])}
      />
      <SearchResults id={listId} entries={found} position={position} onPoint={setPosition} onPick={pick} />
    </Modal>
  );
}
