import { cannonRun } from '@limpid/contract/fogcannon/cannon-run';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** The run log of fog cannons. */
export function addCannonRuns(app: App): void {
  crud(app, cannonRun, { table: 'fogRun', view: 'fogRunRow', scope: { dept: 'deptId' } });
}
