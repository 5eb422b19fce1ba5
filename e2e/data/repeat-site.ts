import type { MapSnapshot } from '@limpid/contract/map/sites';

/** A snapshot in which its first site is there many times, in a row along a parallel. */
export function repeatSite(snapshot: MapSnapshot, count: number): MapSnapshot {
  const repeat = (column: unknown) =>
    typeof column === 'string'
      ? column.slice(0, 1).repeat(count)
      : Array.isArray(column)
        ? Array.from({ length: count }, () => column[0])
        : column;
  const repeatAll = <Columns extends object>(columns: Columns): Columns =>
    // Every column keeps its type.
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, repeat(column)])) as Columns;
  const clear = <Columns extends object>(columns: Columns): Columns =>
    Object.fromEntries(Object.keys(columns).map((name) => [name, []])) as unknown as Columns;
  const { sites, values, index, exceptions, limits } = snapshot;
  const steps = Array.from({ length: count - 1 }, () => 1);
  const [west = 0] = sites.longitude;
  return {
    ...snapshot,
    sites: {
      ...repeatAll(sites),
      idStep: [sites.idStep[0] ?? 1, ...steps],
      longitude: [west, ...steps.map((_, n) => (west ?? 0) + (n + 1) / 1000)],
    },
    values: values.map((column) => Array.from({ length: count }, () => column[0] ?? null)),
    index: {
      china: repeatAll(index.china),
      us: repeatAll(index.us),
      europe: repeatAll(index.europe),
      atmo: repeatAll(index.atmo),
    },
    exceptions: clear(exceptions),
    limits: clear(limits),
  };
}
