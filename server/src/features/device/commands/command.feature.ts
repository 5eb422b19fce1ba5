import { basicCommand, commandVersions } from '@limpid/contract/device/command';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { hasCommandCode, listParamCodes, readCommandTypes, writeCommandTypes } from './command.store.ts';
import { commandsChanged } from './commands-changed.ts';
import { exposesPassword, isTemplate, listPlaceholders } from './template.rule.ts';

/** Commands that can be sent to devices. */
export function addDeviceCommands(app: App): void {
  const definition: Definition<typeof basicCommand> = {
    resource: basicCommand,
    table: 'basicCommand',
    view: 'basicCommandRow',
    cache: { clear: () => app.bus.publish(commandsChanged) },
    async beforeWrite(values, { db }, before) {
      const command = { ...before, ...values };
      const template = command.configParams ?? '';
      if (!isTemplate(template)) fail('device_command.template', {}, 'configParams');
      if (exposesPassword(template)) fail('device_command.password_name', {}, 'configParams');
      const known = await listParamCodes(db, command.commandCode ?? '');
      const unknown = listPlaceholders(template).find((code) => !known.includes(code));
      if (unknown !== undefined) fail('device_command.unknown_param', { code: unknown }, 'configParams');
      const since = commandVersions.findIndex((version) => version === command.sinceVersion);
      const until = commandVersions.findIndex((version) => version === command.untilVersion);
      if (until < since) fail('device_command.versions', {}, 'untilVersion');
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
