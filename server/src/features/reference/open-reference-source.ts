import type { App } from '../../platform/app.ts';
import { getReferenceStations, readReferenceHours } from './reference-line.store.ts';

/** Stations and their published hours for charts of other areas. */
export function openReferenceSource({ db }: Pick<App, 'db'>) {
  return {
    stations: (codes: readonly string[], field: string) => getReferenceStations(db, codes, field),
    hours: (codes: readonly string[], bounds: readonly [number, number]) =>
      readReferenceHours(db, codes, bounds),
  };
}
