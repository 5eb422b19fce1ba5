import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { LinkageBasis } from '@limpid/contract/fogcannon/linkage-rule';
import { presentValue } from '../../reading/model.api.ts';
import type { Points } from '../../reading/reading.api.ts';
import type { LinkageValue } from './decide.rule.ts';

/** The shortest silence that counts. */
const shortestSilenceMs = 30 * SECOND_MS;

/** The time between two values of a basis. */
export function stepOf(basis: LinkageBasis, reportIntervalSeconds: number): number {
  const intervalMs = reportIntervalSeconds * SECOND_MS;
  return basis === 'minute' ? Math.max(MINUTE_MS, intervalMs) : Math.max(SECOND_MS, intervalMs);
}

/** How long without a packet a station is silent: as many values are missing as would have stopped the cannon. */
export function silenceMs(stepMs: number, consecutive: number): number {
  return Math.max(shortestSilenceMs, (consecutive + 1) * stepMs);
}

/**
 * The values of a line by the end of their windows. Values that are further apart than one and a half steps are not
 * consecutive: between them stands one that is missing.
 */
export function listLinkageValues(
  { at, values }: Points,
  { basis, stepMs }: { basis: LinkageBasis; stepMs: number },
): LinkageValue[] {
  const windowMs = basis === 'minute' ? MINUTE_MS : 0;
  const listed: LinkageValue[] = [];
  for (const [index, start] of at.entries()) {
    const end = start + windowMs;
    const before = listed.at(-1);
    if (before && end - before.at > 1.5 * stepMs) listed.push({ at: before.at + stepMs, value: null });
    const value = values[index] ?? Number.NaN;
    // As it was sent: a limit of 0.7 is not reached by the stored number, which is a little below.
    listed.push({ at: end, value: Number.isNaN(value) ? null : presentValue(value) });
  }
  return listed;
}
