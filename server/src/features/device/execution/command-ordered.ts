import Type from 'typebox';
import { defineTopic } from '../../../platform/bus-topic.ts';

/** Commands wait for these sites: the process with their connection sends them. */
export const commandOrdered = defineTopic(
  'device.ordered',
  Type.Object({ siteIds: Type.Array(Type.Integer(), { maxItems: 500 }) }),
);

/** A person has cancelled a command. */
export const commandCancelled = defineTopic(
  'device.cancelled',
  Type.Object({ logId: Type.Integer(), siteId: Type.Integer() }),
);
