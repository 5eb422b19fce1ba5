import { fail } from '@limpid/contract/errors';
import type { FieldValues } from '../../crud/definition.ts';

/** Longitude and latitude are given together or not at all. */
export function checkCoordinates(values: FieldValues, before: FieldValues | undefined): void {
  const { longitude, latitude }: FieldValues = { ...before, ...values };
  if ((longitude ?? null) === null && (latitude ?? null) === null) return;
  if ((longitude ?? null) === null) fail('coordinate.pair', {}, 'longitude');
  if ((latitude ?? null) === null) fail('coordinate.pair', {}, 'latitude');
}
