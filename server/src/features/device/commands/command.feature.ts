import { basicCommand, commandVersions } from '@limpid/contract/device/command';
import { rightToOrder } from '@limpid/contract/device/command-action';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { crud } from '../../../crud/crud.ts';
import type { Definition, StoredRow, WriteValues } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { hasCommandCode, listParamTypes, readCommandTypes, writeCommandTypes } from './command.store.ts';
import {
  findOtherPurpose,
  isCriticalCommand,
  isVendorCommand,
  listNeededRights,
} from './command-type.rule.ts';
import { commandsChanged } from './commands-changed.ts';
import { exposesPassword, hidesPasswords, isTemplate, listPlaceholders } from './template.rule.ts';

/** Commands that can be sent to devices. */
export function addDeviceCommands(app: App): void {
  const definition: Definition<typeof basicCommand> = {
    resource: basicCommand,
    table: 'basicCommand',
    view: 'basicCommandRow',
    cache: { clear: () => app.bus.publish(commandsChanged) },
    async beforeWrite(values, { db, caller }, before) {
      const command = { ...before, ...values };
      const template = command.configParams ?? '';
      if (!isTemplate(template)) fail('device_command.template', {}, 'configParams');
      if (exposesPassword(template)) fail('device_command.password_name', {}, 'configParams');
      const known = await listParamTypes(db, command.commandCode ?? '');
      const unknown = listPlaceholders(template).find((code) => !known.has(code));
      if (unknown !== undefined) fail('device_command.unknown_param', { code: unknown }, 'configParams');
      if (!hidesPasswords(template, (code) => known.get(code) === 'password'))
        fail('device_command.password_param', {}, 'configParams');
      const since = commandVersions.findIndex((version) => version === command.sinceVersion);
      const until = commandVersions.findIndex((version) => version === command.untilVersion);
      if (until < since) fail('device_command.versions', {}, 'untilVersion');
      checkType(command, caller);
      const { parentCode } = values;
      if (parentCode && parentCode !== command.commandCode && !(await hasCommandCode(db, parentCode)))
        fail('device_command.parent', { code: parentCode }, 'parentCode');
    },
    async afterWrite(commandId, { deviceTypeIds }, { db }) {
      if (!deviceTypeIds) return;
      if (!(await writeCommandTypes(db, commandId, deviceTypeIds)))
        fail('field.choice', { label: fieldLabel(basicCommand, 'deviceTypeIds') }, 'deviceTypeIds');
    },
    async complete(row, db) {
      return { ...row, deviceTypeIds: await readCommandTypes(db, row.commandId) };
    },
  };
  crud(app, basicCommand, definition);
  routeStatus(app, definition);
}

type CommandValues = WriteValues<typeof basicCommand> | StoredRow<typeof basicCommand>;

/**
 * The type decides which right an order needs, so it has to be what the code does. What the codes of vendors do is known
 * to their author only, who must be allowed to write and operate. A command that is disabled cannot be ordered and may stay wrong.
 */
function checkType(command: CommandValues, caller: Caller): void {
  if (command.status === '1') return;
  const { commandCode = '', commandType = '', configParams = null, dangerous = false } = command;
  const { sinceVersion = '2005', untilVersion = '2025' } = command;
  const typed = { commandCode, commandType, sinceVersion, untilVersion };
  const purpose = findOtherPurpose(typed);
  if (purpose) fail(`device_command.type_${purpose}`, { code: commandCode }, 'commandType');
  if (!dangerous && isCriticalCommand({ ...typed, configParams, dangerous }))
    fail('device_command.critical', { code: commandCode }, 'dangerous');
  if (!isVendorCommand(typed)) return;
  if (!listNeededRights(typed).every((action) => hasPermission(caller, rightToOrder(action))))
    fail('device_command.vendor_right', {}, 'commandType');
}
