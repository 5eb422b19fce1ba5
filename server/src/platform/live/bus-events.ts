import Type from 'typebox';
import { defineTopic } from '../bus-topic.ts';

/** Live messages between processes. */
export const storedEvent = defineTopic('message.stored');

export const ephemeralEvent = defineTopic(
  'message.ephemeral',
  Type.Object({
    deptId: Type.Number(),
    topic: Type.String(),
    payload: Type.Unknown(),
    path: Type.Unsafe<readonly number[]>(Type.Array(Type.Number())),
  }),
);

export const personalEvent = defineTopic(
  'message.personal',
  Type.Object({
    to: Type.Union([Type.Number(), Type.Literal('everybody')]),
    topic: Type.String(),
    payload: Type.Unknown(),
  }),
);
