import Type from 'typebox';
import { defineTopic } from '../../platform/bus-topic.ts';

/** Asks the gateway of a process to close a connection. */
export const disconnectRequested = defineTopic(
  'gateway.disconnect',
  Type.Object({ process: Type.String(), number: Type.Integer() }),
);
