import { fail } from '@limpid/contract/errors';
import { downloadWork, getWork, listWork, removeWork } from '@limpid/contract/work';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import { addCleanupTask } from '../jobs/tasks.ts';
import { findOwnWork, listOwnWork } from './work.store.ts';

/** A user sees and stops only their own work. */
export function addWork(app: App): void {
  route(app, listWork, async ({ caller }) => {
    const rows = await listOwnWork(app.db, caller.userId);
    if (!rows.some(({ state }) => state === 'running')) return rows;
    // Work that seems to run may have lost its process; most lists have none running and need no check.
    await app.work.sweep();
    return listOwnWork(app.db, caller.userId);
  });
  route(app, getWork, async ({ caller, params }) => {
    const read = () => findOwnWork(app.db, caller.userId, params.id);
    const row = (await read()) ?? fail('row.gone');
    if (row.state !== 'running') return row;
    await app.work.sweep();
    return (await read()) ?? row;
  });
  route(app, downloadWork, ({ caller, params }) => app.work.open(caller, params.id));
  route(app, removeWork, ({ caller, params }) => app.work.remove(caller, params.id));
  addCleanupTask(app.tasks, 'workTask', () => app.work.sweep());
}
