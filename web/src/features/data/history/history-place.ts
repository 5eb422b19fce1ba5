/** What the screen shows of the query. */
export const historyViews = ['rows', 'statistics', 'completeness'] as const;
export type HistoryView = (typeof historyViews)[number];

/** A page by its number, or the one beside a row; without a site it begins at the moment. */
export interface HistoryPlace {
  view: HistoryView;
  page: number;
  size: number;
  cursor?: { ts: number; siteId?: number; direction: 'older' | 'newer' } | undefined;
}

const names = { view: 'view', page: 'page', size: 'size', cursor: 'at' };
export const historyPageSizes = [20, 50, 100, 200];
const firstSize = 50;
const cursorForm = /^(\d{1,13})(?:\.(\d{1,9}))?\.(older|newer)$/;

/** Reads the place of an address; parts that are missing or malformed have their first value. */
export function readHistoryPlace(address: URLSearchParams): HistoryPlace {
  const page = Number(address.get(names.page));
  const size = Number(address.get(names.size));
  const [, ts, siteId, direction] = cursorForm.exec(address.get(names.cursor) ?? '') ?? [];
  return {
    view: historyViews.find((one) => one === address.get(names.view)) ?? 'rows',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: historyPageSizes.includes(size) ? size : firstSize,
    ...(ts && {
      cursor: {
        ts: Number(ts),
        ...(siteId && { siteId: Number(siteId) }),
        direction: direction === 'newer' ? 'newer' : 'older',
      },
    }),
  };
}

/** Writes the place into a copy of the address; other parts of the address stay. */
export function writeHistoryPlace(
  { view, page, size, cursor }: HistoryPlace,
  address: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const set = (name: string, value: string, first: string) =>
    value === first ? next.delete(name) : next.set(name, value);
  set(names.view, view, 'rows');
  set(names.page, String(page), '1');
  set(names.size, String(size), String(firstSize));
  const parts = cursor && [cursor.ts, ...(cursor.siteId ? [cursor.siteId] : []), cursor.direction];
  set(names.cursor, parts?.join('.') ?? '', '');
  return next;
}
