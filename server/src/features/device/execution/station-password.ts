import type { App } from '../../../platform/app.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { writeStationPassword } from './device-log.store.ts';

/** Stores the password that a station has accepted, if the platform checks its password. */
export async function replacePassword(
  app: Pick<App, 'pool' | 'secrets' | 'bus'>,
  siteId: number,
  password: string,
): Promise<void> {
  if (await writeStationPassword(app.pool, siteId, app.secrets.seal(password)))
    await app.bus.publish(siteChanged);
}
