import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../bar-controls/top-bar.module.css';
import { fetchOnDemand } from '../fetch-on-demand.tsx';
import type { SearchEntry } from '../menu/menu.ts';

const MenuSearchDialog = fetchOnDemand(
  async () => (await import('./MenuSearchDialog.tsx')).MenuSearchDialog,
  null,
);
/** The dialog is prefetched, so that no typed text is lost while it loads. */
const prefetchMilliseconds = 1500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const isDialogOpen = () => document.querySelector('[role="dialog"]:not([aria-hidden="true"])') !== null;

export function MenuSearch({ entries }: { entries: SearchEntry[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const prefetch = setTimeout(MenuSearchDialog.prefetch, prefetchMilliseconds);
    return () => clearTimeout(prefetch);
  }, []);
  useEffect(() => {
    const openBySlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyping(event.target) || isDialogOpen()) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', openBySlash);
    return () => document.removeEventListener('keydown', openBySlash);
  }, []);
  return (
    <>
      <Button
        className={styles.search}
        icon={<SearchOutlined />}
        aria-label={t('shell.search.title')}
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <span className={styles.searchLabel}>{t('shell.search.title')}</span>
        <kbd className={styles.searchLabel}>/</kbd>
      </Button>
      {isOpen && <MenuSearchDialog entries={entries} onClose={() => setOpen(false)} />}
    </>
  );
}
