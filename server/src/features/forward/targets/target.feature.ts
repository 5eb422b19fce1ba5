import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { forwardTarget } from '@limpid/contract/forward/target';
import {
  listForwardChoices,
  listForwardLanes,
  listForwardMinutes,
  pauseTargetPermission,
} from '@limpid/contract/forward/target-page';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import { forwardTargetsChanged, forwardTargetsEdited } from '../forward-changed.ts';
import { checkTarget } from './check-target.ts';
import { makeAddressFollower, renewShortForm } from './short-form.ts';
import { findSharedMn, listTargetChannels, targetScope } from './target.store.ts';
import { listLanes, listSitesForTarget, listTrafficMinutes } from './target-page.store.ts';

const usualChartHours = 6;

/** The receivers of readings: set up, paused and resumed, with how delivery is going. */
export function addForwardTargets(app: App): void {
  const definition: Definition<typeof forwardTarget> = {
    resource: forwardTarget,
    table: 'forwardTarget',
    view: 'forwardTargetRow',
    scope: targetScope,
    secrets: app.secrets,
    cache: { clear: () => announceEdit(app) },
    beforeWrite: (values, writer, before) => checkTarget(values, writer, before, app.outbound),
    async afterWrite(_id, given, { db }, before) {
      const entityId = before?.entityId ?? given.entityId;
      if (typeof entityId === 'number') await renewShortForm(db, entityId);
    },
    beforeRemove: ({ entityId, targetId }, { db }) => renewShortForm(db, entityId, targetId),
  };
  routePage(app, definition);
  crud(app, forwardTarget, definition);
  routeStatus(app, definition, pauseTargetPermission);
  const follow = makeAddressFollower(app.outbound);
  app.forwardAddressFollowers.push(follow);
  app.siteMnChecks.push(async (db, { siteId, field }) => {
    const shared = await findSharedMn(db, siteId);
    if (!shared) return;
    const { mn, siteName: name, targetName: target } = shared;
    fail('forward.mn_taken', { mn, name, target }, field);
  });
  announceChanges(app, forwardTargetsChanged, 'forwardTarget');
}

async function announceEdit({ bus }: Pick<App, 'bus'>): Promise<void> {
  await bus.publish(forwardTargetsEdited);
  await bus.publish(forwardTargetsChanged);
}

function routePage(app: App, definition: Definition<typeof forwardTarget>): void {
  route(app, listForwardChoices, async ({ query: { entityId }, scope }) => ({
    sites: await listSitesForTarget(app.db, scope, entityId),
    channels: await listTargetChannels(app.db),
  }));
  route(app, listForwardMinutes, async ({ params: { id }, query: { hours = usualChartHours }, scope }) => {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    const to = app.clock.now();
    const from = new Date(to.getTime() - hours * HOUR_MS);
    return {
      from: from.getTime(),
      to: to.getTime(),
      minutes: await listTrafficMinutes(app.db, id, { from, to }),
    };
  });
  route(app, listForwardLanes, async ({ params: { id }, scope }) => {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    return listLanes(app.db, id);
  });
}
