import { actionTypes, type OrderAction, rightToOrder } from '@limpid/contract/device/command-action';
import { deviceLog } from '@limpid/contract/device/device-log';
import { cancelCommand, operateDevices, readDevices, writeDevices } from '@limpid/contract/device/order';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { listNeededRights } from '../commands/command-type.rule.ts';
import { commandCancelled } from './command-ordered.ts';
import { cancelOrder, findOrderedCommand } from './order.store.ts';
import { orderCommand } from './order.ts';

/** Commands to devices and their log. */
export function addDeviceOrders(app: App, { ingest }: { ingest: { directory: SiteDirectory } }): void {
  const definition: Definition<typeof deviceLog> = {
    resource: deviceLog,
    table: 'deviceLog',
    view: 'deviceLogRow',
    scope: { dept: 'deptId' },
  };
  crud(app, deviceLog, definition);
  app.scopedPaths.add('/device/equipment');
  const findDevice = (siteId: number) => ingest.directory.findBySite(siteId);
  for (const [endpoint, types] of [
    [readDevices, actionTypes.read],
    [writeDevices, actionTypes.write],
    [operateDevices, actionTypes.operate],
  ] as const)
    route(app, endpoint, ({ body, caller, language }) =>
      orderCommand(app, findDevice, types, body, {
        caller,
        language,
        scopeOf: (action) => findOrderScope(caller, action),
      }),
    );
  route(app, cancelCommand, async ({ params: { id }, caller }) => {
    const command = await findOrderedCommand(app.db, id);
    const rights = command ? listNeededRights(command) : [];
    const scopes = rights.map((action) => findOrderScope(caller, action) ?? fail('auth.forbidden'));
    const rows = await Promise.all(scopes.map((scope) => findRow(app.db, definition, scope, id)));
    if (rows.length === 0 || rows.includes(undefined)) fail('row.gone');
    const siteId = await cancelOrder(app.db, id, app.clock.now());
    if (siteId === undefined) fail('device_order.ended');
    await app.bus.publish(commandCancelled, { logId: id, siteId });
  });
}

function findOrderScope(caller: Caller, action: OrderAction): Scope | undefined {
  const permission = rightToOrder(action);
  return hasPermission(caller, permission) ? computeScope(caller, permission) : undefined;
}
