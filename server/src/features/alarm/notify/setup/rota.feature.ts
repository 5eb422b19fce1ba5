import { listRotaChoices, notifyRota } from '@limpid/contract/alarm/notify-rota';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { isZone } from '@limpid/contract/zone';
import { crud } from '../../../../crud/crud.ts';
import type { Definition, Writer } from '../../../../crud/definition.ts';
import { routeStatus } from '../../../../crud/status.ts';
import type { App } from '../../../../platform/app.ts';
import { checkScope } from '../../../../platform/auth/scope.store.ts';
import { route } from '../../../../platform/http/route.ts';
import { listPeople, listRotaChannels, listRuleChoices } from './choices.store.ts';
import { type RotaLists, readRotaLists, writeRotaLists } from './rota.store.ts';

const users = { table: 'sys_user', id: 'user_id', columns: { dept: 'dept_id', user: 'user_id' } };
const channels = { table: 'notify_channel', id: 'notify_channel_id', columns: { dept: 'dept_id' } };

/** Rotas: who is on call, and how long an alarm waits for an acknowledgement. */
export function addRotas(app: App): void {
  const definition: Definition<typeof notifyRota> = {
    resource: notifyRota,
    table: 'notifyRota',
    view: 'notifyRotaRow',
    scope: { dept: 'deptId' },
    async beforeWrite(values, writer) {
      if (values.zone !== undefined && !isZone(values.zone)) fail('notify.zone', {}, 'zone');
      // Rows have all fields.
      if (values.shifts) values.shifts = values.shifts.map((shift) => ({ nextUserId: null, ...shift }));
      const userIds = (values.shifts ?? []).flatMap(({ userId, nextUserId }) =>
        [userId, nextUserId ?? []].flat(),
      );
      await checkChosen(writer, users, userIds, 'shifts');
      await checkChosen(writer, channels, values.notifyChannelIds ?? [], 'notifyChannelIds');
    },
    async afterWrite(id, given, { db }) {
      const lists: Partial<RotaLists> = {};
      if (given.notifyChannelIds) lists.notifyChannelIds = given.notifyChannelIds;
      if (given.ruleIds !== undefined) lists.ruleIds = given.ruleIds?.length ? given.ruleIds : null;
      await writeRotaLists(db, id, lists);
    },
    async complete(row, db) {
      const { notifyChannelIds, ruleIds } = await readRotaLists(db, row.rotaId);
      return { ...row, notifyChannelIds, ruleIds: ruleIds ?? [] };
    },
  };
  crud(app, notifyRota, definition);
  routeStatus(app, definition);
  route(app, listRotaChoices, async ({ scope }) => ({
    people: await listPeople(app.db, scope),
    channels: await listRotaChannels(app.db, scope),
    rules: await listRuleChoices(app.db, scope),
  }));
}

/** Refuses what the writer could not choose; what is missing is refused in the same way. */
async function checkChosen(
  { db, scope }: Writer,
  target: Parameters<typeof checkScope>[2],
  ids: readonly number[],
  field: 'shifts' | 'notifyChannelIds',
): Promise<void> {
  if (ids.length === 0) return;
  await checkScope(db, scope, target, ids).catch(() =>
    fail('field.choice', { label: fieldLabel(notifyRota, field) }, field),
  );
}
