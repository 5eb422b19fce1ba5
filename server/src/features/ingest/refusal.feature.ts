import { refusal } from '@limpid/contract/ingest/refusal';
import { cleanEndpoint } from '@limpid/contract/monitor/clean';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { refusalScope, removeRefusals } from './refusal.store.ts';

/** Refused packets and frames by station and reason. A removed counter starts again with the next refusal. */
export function addRefusals(app: App): void {
  crud(app, refusal, { table: 'gatewayRefusal', view: 'gatewayRefusalRow', scope: refusalScope });
  route(app, cleanEndpoint(refusal), ({ scope }) => removeRefusals(app.db, scope));
}
