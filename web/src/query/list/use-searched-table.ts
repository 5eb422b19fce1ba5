import { useDeferredValue, useState } from 'react';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import type { Sort } from '../../resource/list-query.ts';

/** Search text, order and page of a table; a new search or order begins at the first page. */
export function useSearchedTable(firstSort: Sort) {
  const [text, setText] = useState('');
  const [sort, setSort] = useState(firstSort);
  const [page, goTo] = useState(1);
  const [pageSize, resize] = usePersonalChoice('pageSize', 20);
  return {
    text,
    /** Follows the text when there is time to search. */
    search: useDeferredValue(text.trim()),
    sort,
    page,
    pageSize,
    goTo,
    write: (next: string) => {
      setText(next);
      goTo(1);
    },
    sortBy: (next: Sort | undefined) => {
      setSort(next ?? firstSort);
      goTo(1);
    },
    resize: (size: number) => {
      resize(size);
      goTo(1);
    },
  };
}

export type SearchedTableState = ReturnType<typeof useSearchedTable>;
