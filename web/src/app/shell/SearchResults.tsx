import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchEntry } from '../menu/menu.ts';
import styles from './menu-search.module.css';

interface Props {
  id: string;
  entries: SearchEntry[];
  position: number;
  onPoint(position: number): void;
  onPick(entry: SearchEntry): void;
}

export function SearchResults({ id, entries, position, onPoint, onPick }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[position]?.scrollIntoView({ block: 'nearest' });
  }, [position]);
  return (
    <>
      <output className={entries.length > 0 ? 'visually-hidden' : styles.none}>
        {entries.length > 0 ? t('shell.search.found', { count: entries.length }) : t('shell.search.none')}
      </output>
      <div
        ref={list}
        id={id}
        className={styles.list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show where a page lies
        role="listbox"
        aria-label={t('shell.search.results')}
      >
        {entries.map((entry, index) => (
          // The focus stays in the field; `aria-activedescendant` points here.
          <div
            key={entry.path}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={index === position}
            onMouseMove={() => index !== position && onPoint(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              onPick(entry);
            }}
          >
            <span>{[...entry.trail, entry.title].join(' › ')}</span>
            <small>{entry.path}</small>
          </div>
        ))}
      </div>
    </>
  );
}
