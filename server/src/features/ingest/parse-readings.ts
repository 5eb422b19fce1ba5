import { sendReadings } from '@limpid/contract/ingest/readings';
import { makeInputCheck } from '../../platform/http/input/validate.ts';
import { parseJson } from '../../platform/json.ts';
import type { JsonReading } from './read-json.rule.ts';

const check = makeInputCheck(sendReadings.body, sendReadings);

/** Reads the body of HTTP ingest from any other source; undefined if it is not of this form. */
export function parseReadings(text: string): JsonReading[] | undefined {
  const given = parseJson(text);
  const { value, problems } = check(Array.isArray(given) ? given : [given]);
  // The schema has validated the value.
  return problems.length > 0 ? undefined : (value as JsonReading[]);
}
