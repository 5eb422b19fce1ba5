import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import {
  findCannonOrder,
  giveUpRelay,
  listCannonChoices,
  listMappedCannons,
  listUnknownDtus,
  releaseCannon,
  switchCannon,
  testCannon,
} from '@limpid/contract/fogcannon/cannon-order';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import { translateStored } from '../../../platform/texts.ts';
import { listProgramCommands } from '../../device/device.api.ts';
import { cannonOrdered, cannonStateChanged, cannonsEdited } from '../cannon-changed.ts';
import { listNotedDtus } from '../execution/cannon.store.ts';
import { readManualMs } from '../execution/manual-time.ts';
import { readMaxRunMs } from '../execution/max-run.ts';
import { findOrder, insertOffOrder, insertOrder } from '../execution/order.store.ts';
import { orderCannon } from '../execution/order-cannon.ts';
import { saveManual } from '../execution/state.store.ts';
import {
  cannonScope,
  countCannons,
  findOpenWork,
  isCannonRunning,
  listCannonSites,
  listMapped,
  lockOpenWork,
  saveGivenUp,
} from './cannon.store.ts';
import { findCannonTopic } from './check-address.ts';
import { type CannonColumns, checkCannon } from './check-cannon.ts';

/** A test that no process has begun by then fails. */
const testMs = 30 * SECOND_MS;
/** How long a cannon whose relay was given up can be changed or removed. */
const givenUpMs = 10 * MINUTE_MS;

export function addFogCannons(app: App): void {
  const network = { ownBroker: app.config.mqttUrl, findAddresses: app.outbound.findAddresses };
  const definition: Definition<typeof fogCannon, CannonColumns> = {
    resource: fogCannon,
    table: 'fogCannon',
    view: 'fogCannonRow',
    scope: cannonScope,
    secrets: app.secrets,
    cache: { clear: () => app.bus.publish(cannonsEdited) },
    beforeWrite: (values, writer, before) => checkCannon(values, writer, before, network),
    async beforeRemove({ cannonId, cannonName: name }, { db, clock }) {
      const { isRunning, isOff, isLinkLost, isGivenUp } = await lockOpenWork(db, cannonId, clock.now());
      if (isGivenUp || !(isRunning || isOff)) return;
      fail(isRunning && !isLinkLost ? 'fog.running' : 'fog.relay_open', { name });
    },
  };
  app.entityUses.push({ count: countCannons, problem: 'entity.has_cannons' });
  app.topicUses.push({
    find: (db, templates) => findCannonTopic(db, templates, app.config.mqttUrl),
    problem: 'device_type.mqtt_cannon',
  });
  routeOrders(app, definition);
  route(app, listMappedCannons, async ({ scope, language }) => {
    const cannons = await listMapped(app.db, scope);
    return cannons.map((cannon) => ({ ...cannon, problem: translateStored(language, cannon.problem) }));
  });
  route(app, listCannonChoices, async ({ query: { entityId, siteId }, scope, caller }) => ({
    sites: await listCannonSites(app.db, scope, entityId),
    commands: (await listProgramCommands(app.db, caller, siteId)).map((command) => ({
      id: command.commandId,
      name: command.commandName,
      nameEn: command.commandNameEn,
      nameFr: command.commandNameFr,
    })),
  }));
  route(app, listUnknownDtus, async ({ scope }) => ({
    port: app.config.dtuPort ?? null,
    unknown: await listNotedDtus(app.db, scope),
  }));
  crud(app, fogCannon, definition);
  routeStatus(app, withSwitchOff(app, definition));
  announceChanges(app, cannonStateChanged, 'fogCannon');
}

/** A cannon that is disabled while it runs is switched off. */
function withSwitchOff(
  app: App,
  definition: Definition<typeof fogCannon, CannonColumns>,
): Definition<typeof fogCannon, CannonColumns> {
  return {
    ...definition,
    async afterWrite(cannonId, { status }, { db }) {
      if (status === '1' && (await isCannonRunning(db, cannonId)))
        await insertOffOrder(app.pool, cannonId, { reason: 'disabled' }, app.clock.now());
    },
  };
}

function routeOrders(app: App, definition: Definition<typeof fogCannon, CannonColumns>): void {
  route(app, switchCannon, async ({ params: { id }, body: { action, seconds }, scope, caller }) => {
    const row = (await findRow(app.db, definition, scope, id)) ?? fail('row.gone');
    if (action === 'jog') await refuseLongJog(app, seconds ?? row.jogSeconds);
    const { userId, userName } = caller;
    const orderer = {
      reason: 'person',
      userId,
      userName,
      manualMs: await readManualMs(app.parameters),
    } as const;
    return { orderId: await orderCannon(app, row, { action, seconds }, orderer) };
  });
  route(app, testCannon, async ({ params: { id }, scope, caller: { userId, userName } }) => {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    const at = app.clock.now();
    const expiresAt = new Date(at.getTime() + testMs);
    const test = { cannonId: id, action: 'test', seconds: null, reason: 'test', at, expiresAt } as const;
    const orderId = await insertOrder(app.pool, { ...test, userId, userName });
    await app.bus.publish(cannonOrdered);
    return { orderId };
  });
  route(app, releaseCannon, async ({ params: { id }, scope }) => {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    await saveManual(app.pool, id, null);
    await app.bus.publish(cannonStateChanged);
  });
  route(app, giveUpRelay, async ({ params: { id }, scope, caller: { userName } }) => {
    const { cannonName: name } = (await findRow(app.db, definition, scope, id)) ?? fail('row.gone');
    const now = app.clock.now();
    const { isRunning, isOff, isLinkLost } = await findOpenWork(app.db, id, now);
    if (!isLinkLost || !(isRunning || isOff)) fail('fog.relay_reached', { name });
    await saveGivenUp(app.db, id, new Date(now.getTime() + givenUpMs));
    app.log.warn({ cannonId: id, userName }, 'relay of fog cannon given up, it may be on');
  });
  route(app, findCannonOrder, async ({ params: { id }, scope, language }) => {
    const order = (await findOrder(app.pool, id)) ?? fail('row.gone');
    if (!(await findRow(app.db, definition, scope, order.cannonId))) fail('row.gone');
    return { ...order, message: translateStored(language, order.message) };
  });
}

/** A jog that would be cut at the longest run is not what the person wants. */
async function refuseLongJog({ parameters }: App, seconds: number): Promise<void> {
  const maxRunMs = await readMaxRunMs(parameters);
  if (seconds * SECOND_MS > maxRunMs)
    fail('fog.jog_long', { seconds, minutes: maxRunMs / MINUTE_MS }, 'seconds');
}
