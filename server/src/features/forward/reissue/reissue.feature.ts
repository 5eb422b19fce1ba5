import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import {
  changeReissue,
  forwardReissue,
  listReissueTargets,
  maxReissueDays,
  maxReissueSiteDays,
  previewReissue,
  type ReissueChoice,
  sendAgain,
  startReissue,
} from '@limpid/contract/forward/reissue';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { findRow } from '../../../crud/list.ts';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { beginSnapshot, transact } from '../../../platform/db/transaction.ts';
import { route } from '../../../platform/http/route.ts';
import { forwardGapsEdited } from '../forward-changed.ts';
import { planLogged } from './plan-logged.ts';
import { planReissue } from './plan-reissue.ts';
import {
  findReachableSites,
  findReissueTargets,
  insertReissue,
  listReachableTargets,
  pauseOrResume,
  type ReissueReceiver,
  readLogged,
  reissueScope,
  stopReissue,
  waitForOtherStarts,
} from './reissue.store.ts';

/** Stored readings are sent to targets (again), as chosen by a person. */
export function addReissues(app: App): void {
  const definition: Definition<typeof forwardReissue> = {
    resource: forwardReissue,
    table: 'forwardReissue',
    view: 'forwardReissueRow',
    scope: reissueScope,
  };
  const announce = () => app.bus.publish(forwardGapsEdited);

  async function readTargets(scope: Scope, choice: ReissueChoice): Promise<ReissueReceiver[]> {
    const { siteIds, targetIds, from, to } = choice;
    if (to < from) fail('series.reversed', {}, 'to');
    const days = Math.ceil((to - from) / DAY_MS);
    if (days > maxReissueDays) fail('series.long', { days: maxReissueDays }, 'from');
    if (days * siteIds.length > maxReissueSiteDays)
      fail('forward.reissue_size', { count: maxReissueSiteDays }, 'siteIds');
    const reached = await findReachableSites(app.db, scope, siteIds);
    if (reached.length < siteIds.length) fail('scope.denied', {}, 'siteIds');
    const targets = await findReissueTargets(app.db, scope, targetIds, siteIds);
    if (targets.length < targetIds.length) fail('scope.denied', {}, 'targetIds');
    return targets;
  }

  route(app, listReissueTargets, ({ scope }) => listReachableTargets(app.db, scope));

  route(app, previewReissue, async ({ body, scope }) => {
    const targets = await readTargets(scope, body);
    const { preview } = await transact(app.pool, (client) => planReissue(client, body, targets), {
      begin: beginSnapshot,
    });
    return preview;
  });

  route(app, startReissue, async ({ body, scope, caller }) => {
    const targets = await readTargets(scope, body);
    const started = await transact(
      app.pool,
      async (client) => {
        await waitForOtherStarts(client);
        const { gaps, preview } = await planReissue(client, body, targets);
        if (gaps.length === 0) fail('forward.reissue_empty');
        const { acknowledged, from, to } = body;
        const order = { range: { from, to }, acknowledged, gaps, userName: caller.userName };
        return { reissueId: await insertReissue(client, order), total: preview.packets };
      },
      { begin: beginSnapshot },
    );
    await announce();
    return started;
  });

  route(app, sendAgain, async ({ body: { logIds }, scope, caller }) => {
    const logged = await readLogged(app.db, logIds);
    const targets = await findReissueTargets(
      app.db,
      scope,
      logged.map(({ targetId }) => targetId),
      logged.map(({ siteId }) => siteId),
    );
    const { total, waiting } = await transact(app.pool, async (client) => {
      await waitForOtherStarts(client);
      const planned = await planLogged(client, logged, targets);
      const { gaps } = planned;
      if (gaps.length === 0 && planned.waiting === 0) fail('forward.again_none');
      if (gaps.length > 0)
        await insertReissue(client, {
          range: undefined,
          acknowledged: true,
          gaps,
          userName: caller.userName,
        });
      return { total: gaps.length, waiting: planned.waiting };
    });
    await announce();
    return { total, waiting };
  });

  route(app, changeReissue, async ({ body: { reissueId, action }, scope, caller }) => {
    if (!(await findRow(app.db, definition, scope, reissueId))) fail('row.gone');
    const isChanged = await transact(app.pool, (client) =>
      action === 'stop'
        ? stopReissue(client, reissueId, caller.userName)
        : pauseOrResume(client, reissueId, action, caller.userName),
    );
    if (!isChanged) fail('forward.reissue_state');
    await announce();
  });

  crud(app, forwardReissue, definition);
}
