import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';

const defaultMinutes = 30;
const dayMinutes = 1440;

/** The maximum run of all cannons, for orders of people and of rules. */
export async function readMaxRunMs(parameters: App['parameters']): Promise<number> {
  const text = (await parameters.get('fog.maxRunMinutes'))?.trim() ?? '';
  const minutes = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : defaultMinutes;
  return Math.min(minutes, dayMinutes) * MINUTE_MS;
}
