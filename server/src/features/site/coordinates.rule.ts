import { fail } from '@limpid/contract/errors';
import type { Values } from '../../crud/definition.ts';

/** A place needs both numbers; each alone is none. */
export function checkCoordinates(values: Values, before: Values | undefined): void {
  const { longitude, latitude }: Values = { ...before, ...values };
  if ((longitude ?? null) === null && (latitude ?? null) === null) return;
  if ((longitude ?? null) === null) fail('coordinate.pair', {}, 'longitude');
  if ((latitude ?? null) === null) fail('coordinate.pair', {}, 'latitude');
}
