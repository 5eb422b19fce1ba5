import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';

const defaultMinutes = 30;
const dayMinutes = 1440;

/** How long rules leave a cannon alone after a person has switched it. */
export async function readManualMs(parameters: App['parameters']): Promise<number> {
  const text = (await parameters.get('fog.manualMinutes'))?.trim() ?? '';
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : defaultMinutes;
  return Math.min(minutes, dayMinutes) * MINUTE_MS;
}
