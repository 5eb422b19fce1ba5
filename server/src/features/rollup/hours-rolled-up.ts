import Type from 'typebox';
import { defineTopic } from '../../platform/bus-topic.ts';

/** Published after hours that have ended were rolled up, for the first time or again: the first and the last of them. */
export const hoursRolledUp = defineTopic(
  'rollup.hours',
  Type.Object({ first: Type.Number(), last: Type.Number() }),
);
