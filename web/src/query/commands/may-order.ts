import { offerCommands } from '@limpid/contract/device/offer';
import { operateDevices, readDevices, writeDevices } from '@limpid/contract/device/order';
import { hasAnyPermission } from '../../api/session.ts';

/** The endpoints that order commands, by the right that they need. */
export const orderEndpoints = { read: readDevices, write: writeDevices, operate: operateDevices };

/** Whether the user may order any command. */
export function mayOrder(): boolean {
  return (
    hasAnyPermission(offerCommands.access.permission) &&
    hasAnyPermission(...Object.values(orderEndpoints).map(({ access }) => access.permission))
  );
}
