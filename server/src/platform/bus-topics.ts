import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

const none = Type.Null();

/** Every topic of the bus and the schema of its payload; null for a topic without one. */
const schemas = {
  /** Messages of other processes may have been missed. */
  'bus.reconnected': none,
  'parameter.changed': none,
  'dictionary.changed': none,
  'job.changed': none,
  'session.ended': none,
  /** The id of the work. */
  'work.stopped': Type.String(),
  'message.stored': none,
  'message.ephemeral': Type.Object({
    deptId: Type.Number(),
    topic: Type.String(),
    payload: Type.Unknown(),
    path: Type.Unsafe<readonly number[]>(Type.Array(Type.Number())),
  }),
  'message.personal': Type.Object({
    to: Type.Union([Type.Number(), Type.Literal('everybody')]),
    topic: Type.String(),
    payload: Type.Unknown(),
  }),
  /** A site, an entity, a device type or a channel has changed. */
  'site.changed': none,
  'reference.changed': none,
  /** Sites with newer values; `from` names the process. */
  'reading.stored': Type.Object({ from: Type.String(), siteIds: Type.Array(Type.Integer()) }),
  'gateway.claimed': Type.Object({ process: Type.String(), mn: Type.String() }),
  'gateway.disconnect': Type.Object({ process: Type.String(), number: Type.Integer() }),
  'gateway.blocked': Type.Object({
    process: Type.String(),
    block: Type.Object({
      scope: Type.Union([Type.Literal('station'), Type.Literal('address')]),
      key: Type.String(),
      until: Type.Number(),
    }),
  }),
};

export type BusTopics = { [T in keyof typeof schemas]: Static<(typeof schemas)[T]> };
export type BusTopic = keyof BusTopics;
/** Topics without payload. */
export type PlainTopic = { [T in BusTopic]: BusTopics[T] extends null ? T : never }[BusTopic];

/** Published after every change of a site, an entity, a device type or a channel. */
export const siteChanged = 'site.changed' satisfies PlainTopic;

const validators = new Map(
  Object.entries(schemas).map(([topic, schema]) => [topic, Compile(schema)] as const),
);

/** Whether the topic exists and the payload has its shape. */
export function isBusMessage(topic: string, payload: unknown): boolean {
  return validators.get(topic)?.Check(payload) ?? false;
}
