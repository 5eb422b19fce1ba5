import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { languages } from '@limpid/contract/language';
import { offsetAt } from '@limpid/contract/local-time';
import { nationalControl } from '@limpid/contract/reference/national-control';
import { crud } from '../../crud/crud.ts';
import type { SheetImport } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { formatWallClock } from '../../platform/sheets/dates.ts';
import { translate } from '../../platform/texts.ts';
import { readSheetTime } from '../data/data.api.ts';
import { isBlank, readAmount, readPrimary } from './reference.rule.ts';
import { referencesChanged } from './references.feature.ts';
import { type OnPublished, writePublications } from './write-publications.ts';

/** What the area `alarm` offers: rules that compare with stations are evaluated when these publish. */
interface Services {
  alarmWatch: { collectReferences: OnPublished };
}

/** Publications of official stations; they are public, so there is no data scope. */
export function addNationalControl(app: App, { alarmWatch }: Services): void {
  const { zone } = app.config;
  const onPublished = alarmWatch.collectReferences;
  crud(app, nationalControl, {
    table: 'referenceReading',
    view: 'referenceReadingRow',
    prepareImport: () => Promise.resolve(makePublicationSheetImport(app)),
    writeRows: (rows, { db, caller }, update) =>
      writePublications(db, rows, { update, writtenBy: caller.userName, zone, onPublished }),
    cache: { clear: () => app.bus.publish(referencesChanged) },
  });
}

/** Readers for cells in the formats of publications. */
function makePublicationSheetImport(app: App): SheetImport<typeof nationalControl> {
  const text = (cell: unknown) => (isBlank(cell) ? null : cell);
  return {
    expendable: ['pm25', 'pm10', 'so2', 'no2', 'o3', 'co', 'aqi'],
    readers: {
      pm25: readAmount,
      pm10: readAmount,
      so2: readAmount,
      no2: readAmount,
      o3: readAmount,
      co: readAmount,
      aqi: readAmount,
      longitude: readAmount,
      latitude: readAmount,
      stationName: text,
      province: text,
      city: text,
      releaseTime: makeTimeReader(app),
      level: makeWordReader('level'),
      stationLevel: makeWordReader('stationLevel'),
      primaryPollutant(cell) {
        const label = fieldLabel(nationalControl, 'primaryPollutant');
        return (
          readPrimary(cell) ?? (isBlank(cell) ? null : fail('field.choice', { label }, 'primaryPollutant'))
        );
      },
    },
  };
}

/** Publications state the end of an hour in the server's zone: 24:00 and 00:00 of the next day are the same. */
function makeTimeReader({ config, clock }: App): (cell: unknown) => unknown {
  const label = fieldLabel(nationalControl, 'releaseTime');
  const read = (cell: unknown) => {
    if (isBlank(cell)) return null;
    const instant = readSheetTime(cell, config.zone) ?? fail('field.date', { label }, 'releaseTime');
    const wall = instant + offsetAt(instant, config.zone);
    if (wall % HOUR_MS !== 0) fail('reference.whole_hour', { label }, 'releaseTime');
    if (instant > clock.now().getTime() + HOUR_MS) fail('reference.future', { label }, 'releaseTime');
    return formatWallClock(new Date(wall));
  };
  // Cached, because consecutive rows have the same time.
  let last: { cell: unknown; value: unknown } = { cell: undefined, value: null };
  return (cell) => {
    if (last.cell !== cell || typeof cell !== 'string') last = { cell, value: read(cell) };
    return last.value;
  };
}

/** Reads a value by its code, or by its name in any language. */
function makeWordReader(name: 'level' | 'stationLevel'): (cell: unknown) => unknown {
  const { values }: { values: readonly string[] } = nationalControl.fields[name];
  const label = fieldLabel(nationalControl, name);
  const words = new Map(
    values.flatMap((value) => [
      [value, value] as const,
      ...languages.map((language) => [fold(translate(language, `${label}_${value}`)), value] as const),
    ]),
  );
  return (cell) => (isBlank(cell) ? null : (words.get(fold(String(cell))) ?? cell));
}

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
