import { offsetAt } from '@limpid/contract/local-time';

/** Formats an instant as wall clock of a zone in the protocol's digits: with (17) or without (14) milliseconds. */
export function formatDigits(instant: number, zone: string, length: 14 | 17): string {
  const wall = new Date(instant + offsetAt(instant, zone)).toISOString();
  return wall.replace(/\D/g, '').slice(0, length);
}
