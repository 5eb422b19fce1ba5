import type { ReferenceCity } from '@limpid/simulator/reference/reference-city';
import type { App } from '../../platform/app.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { publisherPath, startDemoPublisher } from './demo-publisher.ts';
import { insertDemoSource, updateSourceUrl } from './demo-sources.store.ts';

type Deps = Pick<App, 'pool' | 'outbound' | 'clock'>;

/**
 * A reference source that is fetched like any other, from an interface of the simulated provincial network on the loopback
 * address. Returns a function that closes the interface.
 */
export async function openDemoSource(
  { pool, outbound, clock }: Deps,
  city: ReferenceCity,
): Promise<() => void> {
  await runOnce(pool, 'schema_seed', [
    { name: 'demo_0162_reference_source', checksum: 'once', run: insertDemoSource },
  ]);
  const publisher = await startDemoPublisher(city, () => clock.now().getTime());
  const forbid = outbound.allowOwnServer(publisher.port);
  // The interface gets another port at every start.
  await updateSourceUrl(pool, `http://127.0.0.1:${publisher.port}${publisherPath}`);
  return () => {
    forbid();
    publisher.close();
  };
}
