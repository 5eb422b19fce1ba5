import { realtime } from '@limpid/contract/data/realtime';
import { fieldEntries, isSortable } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { Definition, FieldValues } from '../../../crud/definition.ts';
import { listMatching } from '../../../crud/list-matching.ts';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { siteChanged } from '../../reading/model.api.ts';

/** Departments and scopes may change without a change of sites; rows of a page are read within the scope anyway. */
const cachedMs = 10_000;
const maxCached = 50;

interface CachedSites {
  readAt: number;
  ids: Promise<number[]>;
}

/**
 * Returns a function that lists the ids of the sites that match a search, in the order of the database. Screens ask every
 * few seconds for the same ones, and sorting 10,000 names takes longer than judging all of their values.
 */
export function openMatchingSites(
  { db, bus, clock }: Pick<App, 'db' | 'bus' | 'clock'>,
  definition: Definition,
) {
  const cached = new Map<string, CachedSites>();
  for (const topic of [siteChanged, busReconnected] as const) bus.subscribe(topic, () => cached.clear());

  return (scope: Scope, query: FieldValues, language: Language): Promise<number[]> => {
    const search = pickSearch(query);
    const read = async () =>
      (await listMatching(db, definition, scope, search, language, ['siteId'])).map((row) =>
        Number(row['siteId']),
      );
    // Whether a station is online changes with the time.
    if (search['online'] !== undefined) return read();
    const key = JSON.stringify([scope, search, language]);
    const now = clock.now().getTime();
    const found = cached.get(key);
    if (found && now - found.readAt < cachedMs) return found.ids;
    const ids = read();
    cached.delete(key);
    cached.set(key, { readAt: now, ids });
    ids.catch(() => cached.delete(key));
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return ids;
  };
}

/** The parts of a query that the database filters and sorts by. */
function pickSearch(query: FieldValues): FieldValues {
  const by = String(query['orderByColumn'] ?? '');
  const order = isSortable(realtime, by) ? { orderByColumn: by, isAsc: query['isAsc'] } : {};
  const searched = fieldEntries(realtime).filter(([, { search }]) => search);
  return { ...Object.fromEntries(searched.map(([name]) => [name, query[name]])), ...order };
}
