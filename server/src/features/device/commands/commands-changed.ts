import { defineTopic } from '../../../platform/bus-topic.ts';

/** Published after every change of a device command. */
export const commandsChanged = defineTopic('device.commandsChanged');
