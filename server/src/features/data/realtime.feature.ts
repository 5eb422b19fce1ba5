import { listRealtime, realtime } from '@limpid/contract/data/realtime';
import { listRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import type { NewestValues } from '../ingest/ingest.api.ts';

/** What is in the air now: sites from the database, their newest values from memory. */
export function addRealtime(app: App, newestOf: (siteId: number) => NewestValues): void {
  const definition = { resource: realtime, table: 'siteRow', scope: { dept: 'dept_id' } };
  app.scopedPaths.add(realtime.path);
  route(app, listRealtime, async ({ scope, query, language }) => {
    const page = await listRows(app.db, definition, scope, query, language);
    return { ...page, rows: page.rows.map((row) => ({ ...row, values: newestOf(Number(row['siteId'])) })) };
  });
}
