import { commandVersions } from '@limpid/contract/device/command';
import { actionTypes, findAction, type OrderAction } from '@limpid/contract/device/command-action';
import { type CommandPurpose, findCommandPurpose, isCriticalRequest } from '@limpid/hj212/command-purpose';

const logUpload = '3';
const typesOf: Readonly<Record<CommandPurpose, readonly string[]>> = {
  read: [...actionTypes.read, logUpload],
  write: actionTypes.write,
  operate: actionTypes.operate,
  upload: [logUpload],
  answer: [],
};

interface TypedCommand {
  commandCode: string;
  commandType: string;
  sinceVersion: string;
  untilVersion: string;
}

function listVersions({ sinceVersion, untilVersion }: TypedCommand) {
  return commandVersions.filter((version) => version >= sinceVersion && version <= untilVersion);
}

function listPurposes(command: TypedCommand) {
  return listVersions(command).map((version) => findCommandPurpose(Number(command.commandCode), version));
}

/** What the code of a command does by the standard, if the type of the command says something else. */
export function findOtherPurpose(command: TypedCommand): CommandPurpose | undefined {
  return listPurposes(command).find(
    (purpose) => purpose !== undefined && !typesOf[purpose].includes(command.commandType),
  );
}

/** Whether the standard leaves the code to vendors in one of the versions that the command is for. */
export function isVendorCommand(command: TypedCommand): boolean {
  return listPurposes(command).includes(undefined);
}

/**
 * The rights that saving and ordering a command need. The code of a vendor may write or operate, whatever its type says,
 * so it needs both rights. None for a type that cannot be ordered.
 */
export function listNeededRights(command: TypedCommand): OrderAction[] {
  const action = findAction(command.commandType);
  if (!action) return [];
  return isVendorCommand(command) ? [...new Set<OrderAction>([action, 'write', 'operate'])] : [action];
}

/** Whether the number of devices has to be typed in, also if the stored command does not say so. */
export function isCriticalCommand(
  command: TypedCommand & { configParams: string | null; dangerous: boolean },
): boolean {
  const { commandCode, configParams, dangerous } = command;
  return dangerous || isCriticalRequest(Number(commandCode), configParams ?? '', listVersions(command));
}

/** As above, by what is written in the end: a template may leave open what it sets. */
export function isCriticalOrder(
  command: Parameters<typeof isCriticalCommand>[0],
  contents: readonly string[],
): boolean {
  return [command.configParams, ...contents].some((configParams) =>
    isCriticalCommand({ ...command, configParams }),
  );
}
