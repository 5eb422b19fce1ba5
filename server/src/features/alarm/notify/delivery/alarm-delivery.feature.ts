import { alarmDelivery, retryDelivery } from '@limpid/contract/alarm/notify-delivery';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../../crud/crud.ts';
import type { Definition } from '../../../../crud/definition.ts';
import { findRow } from '../../../../crud/list.ts';
import type { App } from '../../../../platform/app.ts';
import { route } from '../../../../platform/http/route.ts';
import { requeueDelivery } from './delivery.store.ts';

/** What became of messages about alarms. */
export function addAlarmDeliveries(app: App): void {
  const definition: Definition<typeof alarmDelivery> = {
    resource: alarmDelivery,
    table: 'alarmDelivery',
    view: 'alarmDeliveryRow',
    scope: { dept: 'deptId' },
  };
  crud(app, alarmDelivery, definition);
  route(app, retryDelivery, async ({ params: { id }, scope }) => {
    if (!(await findRow(app.db, definition, scope, id))) fail('row.gone');
    if (!(await requeueDelivery(app.pool, id, app.clock.now().getTime()))) fail('notify.not_retried');
  });
}
