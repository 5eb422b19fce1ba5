import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A kind of message on the bus, with the type of its payload. */
export interface Topic<T = null> {
  name: string;
  isPayload(value: unknown): value is T;
}

const topics = new Map<string, Topic<unknown>>();

/** Defines a topic, without payload if it has no schema. The module that owns a topic defines it once. */
export function defineTopic(name: string): Topic;
export function defineTopic<S extends TSchema>(name: string, schema: S): Topic<Static<S>>;
export function defineTopic(name: string, schema: TSchema = Type.Null()): Topic<unknown> {
  const validator = Compile(schema);
  const topic: Topic<unknown> = {
    name,
    isPayload: (value): value is unknown => validator.Check(value),
  };
  topics.set(name, topic);
  return topic;
}

/** Whether the topic exists and the payload has its shape. */
export function isBusMessage(name: string, payload: unknown): boolean {
  return topics.get(name)?.isPayload(payload) ?? false;
}
