import { equipment } from '@limpid/contract/device/equipment';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** The list of devices. */
export function addEquipment(app: App): void {
  crud(app, equipment, { table: 'equipmentRow', scope: { dept: 'deptId' } });
}
