import { parseJson } from '../../../platform/json.ts';
import type { CannonReading } from './driver.ts';
import type { StateFormat } from './settings.ts';

/** The value at a path such as `result.0.state`; undefined if there is none. */
export function readPath(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Whether a text says on or off; undefined if it says neither. */
export function readSwitchState(text: string, { path, onText, offText }: StateFormat): boolean | undefined {
  const value = path === null ? text.trim() : readPath(parseJson(text), path);
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const found = String(value).toLowerCase();
  if (found === onText.toLowerCase()) return true;
  return offText === null || found === offText.toLowerCase() ? false : undefined;
}

/** A reading of what the controller reports itself. */
export function reported(isOn: boolean): CannonReading {
  return { isOn, by: 'report' };
}
