import { unknownDevice } from '@limpid/contract/ingest/unknown-device';
import { localised } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { routeWrites } from '../../crud/crud.ts';
import type { Definition } from '../../crud/definition.ts';
import { listRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { unownedRows } from '../../platform/auth/scope.store.ts';
import { route } from '../../platform/http/route.ts';
import { listDeviceTypesWithCodes } from './device-types.store.ts';
import { guessDeviceType } from './guess-device-type.rule.ts';

const definition: Definition<typeof unknownDevice> = {
  resource: unknownDevice,
  table: 'unknownDevice',
  view: 'unknownDeviceRow',
  scope: unownedRows,
};

/** Unregistered devices belong to no department: only users with access to all departments see them. */
export function addUnknownDevices(app: App): void {
  route(app, resourceEndpoints(unknownDevice).list, async ({ query, scope, language }) => {
    const page = await listRows(app.db, definition, scope, query, language);
    const types = page.rows.length > 0 ? await listDeviceTypesWithCodes(app.db) : [];
    const complete = (row: RowOf<typeof unknownDevice>) => {
      const type = guessDeviceType((row.codes ?? '').split(', '), types);
      if (!type) return row;
      return {
        ...row,
        deviceTypeId: type.deviceTypeId,
        typeName: localised({ ...type }, 'typeName', language),
      };
    };
    return { ...page, rows: page.rows.map(complete) };
  });
  routeWrites(app, definition);
}
