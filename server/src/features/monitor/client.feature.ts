import { fail } from '@limpid/contract/errors';
import { client, clientSummary, disconnectClient } from '@limpid/contract/monitor/client';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { clientScope, findConnection, summariseClients } from './client.store.ts';
import { disconnectRequested } from './disconnect-requested.ts';

/** Connected stations, from a table that all gateways write; the gateway with the connection is asked to close it. */
export function addClients(app: App): void {
  crud(app, client, { table: 'gatewayConnection', view: 'gatewayConnectionRow', scope: clientScope });
  route(app, clientSummary, ({ scope }) => summariseClients(app.db, scope));
  route(app, disconnectClient, async ({ params, scope }) => {
    const found = (await findConnection(app.db, scope, params.connectionId)) ?? fail('row.gone');
    await app.bus.publish(disconnectRequested, found);
  });
}
