import { equipment } from '@limpid/contract/device/equipment';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** The list of devices. */
export function addEquipment(app: App): void {
  // Named as a view as well, so that the rows of a page are found by their ids first: skipped rows cost little.
  crud(app, equipment, { table: 'equipmentRow', view: 'equipmentRow', scope: { dept: 'deptId' } });
}
