import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { isRepeatedTime, offsetAt } from '@limpid/contract/local-time';
import { nationalControl } from '@limpid/contract/reference/national-control';
import { crud } from '../../crud/crud.ts';
import type { SheetImport, WriteValues } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { formatWallClock } from '../../platform/sheets/dates.ts';
import { readSheetTime } from '../data/data.api.ts';
import { makeWordReader } from './published-words.ts';
import { hasNotEnded, isBlank, readAmount, readPrimary } from './reference.rule.ts';
import { referencesChanged } from './references.feature.ts';
import { importPublications, type OnPublished } from './write-publications.ts';

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
      importPublications(
        db,
        rows.map((row) => toPublication(row, zone)),
        { update, writtenBy: caller.userName, zone, onPublished },
      ),
    cache: { clear: () => app.bus.publish(referencesChanged) },
  });
}

/** The reader of times has refused what is no instant on the clock of the server. */
function toPublication({ releaseTime, ...row }: WriteValues<typeof nationalControl>, zone: string) {
  return { ...row, releasedAt: readSheetTime(releaseTime, zone) ?? Number.NaN };
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
    // The text in which values pass from here on cannot say which of the two hours it is.
    if (isRepeatedTime(instant, config.zone)) fail('reference.repeated_time', { label }, 'releaseTime');
    if (hasNotEnded(instant, clock.now().getTime())) fail('reference.future', { label }, 'releaseTime');
    return formatWallClock(new Date(wall));
  };
  // Cached, because consecutive rows have the same time.
  let last: { cell: unknown; value: unknown } = { cell: undefined, value: null };
  return (cell) => {
    if (last.cell !== cell || typeof cell !== 'string') last = { cell, value: read(cell) };
    return last.value;
  };
}
