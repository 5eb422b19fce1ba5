import { actionTypes } from '@limpid/contract/device/command-action';
import { deviceLog } from '@limpid/contract/device/device-log';
import { cancelCommand, operateDevices, readDevices, writeDevices } from '@limpid/contract/device/order';
import { fail } from '@limpid/contract/errors';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { Definition } from '../../../crud/definition.ts';
import { findRow, listRows, presentRow } from '../../../crud/list.ts';
import { routeSheets } from '../../../crud/sheets.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { findCancelProblem, findOrderScope, markCancellable } from './cancellable.ts';
import { commandCancelled } from './command-ordered.ts';
import { cancelOrder, listLoggedCommands } from './order.store.ts';
import { orderCommand } from './order.ts';

const definition: Definition<typeof deviceLog> = {
  resource: deviceLog,
  table: 'deviceLog',
  view: 'deviceLogRow',
  scope: { dept: 'deptId' },
};

/** Commands to devices and their log. */
export function addDeviceOrders(app: App, { ingest }: { ingest: { directory: SiteDirectory } }): void {
  app.scopedPaths.add(deviceLog.path);
  app.scopedPaths.add('/device/equipment');
  routeLog(app);
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
    const [command] = await listLoggedCommands(app.db, [id]);
    if (!command) fail('row.gone');
    const problem = await findCancelProblem(app.db, caller, command);
    if (problem) fail(problem === 'right' ? 'auth.forbidden' : 'row.gone');
    const siteId = await cancelOrder(app.db, id, app.clock.now());
    if (siteId === undefined) fail('device_order.ended');
    await app.bus.publish(commandCancelled, { logId: id, siteId });
  });
}

/** The log is read like every list; in addition each row says whether the caller may cancel the command. */
function routeLog(app: App): void {
  const { list, get } = resourceEndpoints(deviceLog);
  route(app, list, async ({ query, caller, scope, language }) => {
    const page = await listRows(app.db, definition, scope, query, language);
    return { ...page, rows: await markCancellable(app.db, caller, page.rows) };
  });
  route(app, get, async ({ params: { id }, caller, scope, language }) => {
    const found = (await findRow(app.db, definition, scope, id)) ?? fail('row.gone');
    const [row] = await markCancellable(app.db, caller, [presentRow(definition, found, language)]);
    return row ?? fail('row.gone');
  });
  routeSheets(app, definition);
}
