import { listConnections, listDeviceFrames, listParameters } from '@limpid/contract/device/device-page';
import { equipment } from '@limpid/contract/device/equipment';
import { fail } from '@limpid/contract/errors';
import type { Definition } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { listNeededRights } from '../commands/command-type.rule.ts';
import { listEnabledCommands } from '../equipment/offer.store.ts';
import { findOrderScope } from '../execution/cancellable.ts';
import { listOrderedSites } from '../execution/order.store.ts';
import { listDeviceParameters } from '../parameters/parameter.store.ts';
import { findReadBack } from '../parameters/read-back.rule.ts';
import { findFrames, listSiteConnections } from './device-page.store.ts';
import { framesWanted } from './frames-wanted.ts';

/** What the page of a device shows beside its row. */
export function addDevicePage(app: App): void {
  const definition: Definition<typeof equipment> = {
    resource: equipment,
    table: 'equipmentRow',
    scope: { dept: 'deptId' },
  };
  async function checkScope(scope: Scope, siteId: number): Promise<void> {
    if (!(await findRow(app.db, definition, scope, siteId))) fail('row.gone');
  }

  route(app, listParameters, async ({ params: { siteId }, caller, scope }) => {
    await checkScope(scope, siteId);
    const [parameters, commands, readScope] = [
      await listDeviceParameters(app.db, siteId),
      await listEnabledCommands(app.db),
      findOrderScope(caller, 'read'),
    ];
    const [device] = readScope ? await listOrderedSites(app.db, [siteId], readScope) : [];
    return parameters.map(({ readCode, ...parameter }) => {
      const command = device && findReadBack(commands, device, { ...parameter, readCode });
      const mayRead = command && listNeededRights(command).every((right) => right === 'read');
      return { ...parameter, readCommandId: mayRead ? command.commandId : null };
    });
  });
  route(app, listConnections, async ({ params: { siteId }, scope }) => {
    await checkScope(scope, siteId);
    return listSiteConnections(app.db, siteId);
  });
  route(app, listDeviceFrames, async ({ params: { siteId }, scope }) => {
    await checkScope(scope, siteId);
    await app.bus.publish(framesWanted, { siteId });
    const found = await findFrames(app.db, siteId);
    return { storedAt: found?.storedAt ?? null, frames: found?.frames.toReversed() ?? [] };
  });
}
