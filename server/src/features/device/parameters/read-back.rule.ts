import { readFields } from '@limpid/hj212/fields';
import { type CommandRange, isCommandFor } from '../commands/command-range.rule.ts';

interface ReadingCommand extends CommandRange {
  commandId: number;
  commandCode: string;
  commandType: string;
  configParams: string | null;
}

interface WrittenParameter {
  polId: string;
  code: string;
  /** The code of the command that reads what was written; null if none is known. */
  readCode: string | null;
}

const readType = '0';

/** The command that reads a parameter back which was written to a device. */
export function findReadBack<Command extends ReadingCommand>(
  commands: readonly Command[],
  device: { protocol: string; deviceTypeId: number },
  { polId, code, readCode }: WrittenParameter,
): Command | undefined {
  return commands.find((command) => {
    if (command.commandCode !== readCode || command.commandType !== readType) return false;
    if (!isCommandFor(command, device)) return false;
    const given = new Map(readFields(command.configParams ?? '').map(({ name, value }) => [name, value]));
    // Commands of one code differ in the information that they read, and whether it is that of a channel.
    const infoId = given.get('InfoId');
    return (infoId === undefined || infoId === code) && given.has('PolId') === (polId !== '');
  });
}
