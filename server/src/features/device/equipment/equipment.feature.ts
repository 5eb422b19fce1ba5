import { equipment, listDeviceIds, maxOrderedDevices } from '@limpid/contract/device/equipment';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { streamRows } from '../../../crud/list.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';

const enabled = '0';

/** The list of devices. */
export function addEquipment(app: App): void {
  const definition: Definition<typeof equipment> = {
    resource: equipment,
    table: 'equipmentList',
    // Named as a view as well, so that the rows of a page are found by their ids first: skipped rows cost little.
    view: 'equipmentList',
    scope: { dept: 'deptId' },
  };
  crud(app, equipment, definition);
  route(app, listDeviceIds, async ({ query, scope, language }) => {
    const siteIds: number[] = [];
    let total = 0;
    // Disabled devices get no commands.
    if ((query.status ?? enabled) !== enabled) return { siteIds, total };
    const filter = { ...query, status: enabled };
    for await (const { siteId } of streamRows(app.db, definition, scope, filter, language, ['siteId'])) {
      total += 1;
      if (siteIds.length < maxOrderedDevices) siteIds.push(Number(siteId));
    }
    return { siteIds, total };
  });
}
