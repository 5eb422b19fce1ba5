import { hash } from 'node:crypto';
import type { National } from '@limpid/contract/reference/national';
import type { App } from '../../../platform/app.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { referencesChanged } from '../references.feature.ts';

interface CachedHour {
  etag: string;
  data: string;
}

/** Three days of hours, as one turn of the time slider reads them: about 10 MB with 2,000 stations. */
const maxHours = 72;

/** Responses by their key, the same for all callers, kept until something is published. */
export function openHourCache({ bus }: Pick<App, 'bus'>) {
  const hours = new Map<string, Promise<CachedHour>>();
  bus.subscribe(referencesChanged, () => hours.clear());
  bus.subscribe(busReconnected, () => hours.clear());
  return (key: string, make: () => Promise<National>): Promise<CachedHour> => {
    const cached = hours.get(key);
    if (cached) return cached;
    const [oldest] = hours.keys();
    if (hours.size >= maxHours && oldest !== undefined) hours.delete(oldest);
    const made = make().then((national) => {
      const data = JSON.stringify(national);
      return { data, etag: hash('sha256', data, 'base64url').slice(0, 22) };
    });
    hours.set(key, made);
    made.catch(() => hours.delete(key));
    return made;
  };
}
