/** Every topic of the bus and its payload; null for a topic without one. */
export interface BusTopics {
  /** Messages of other processes may have been missed. */
  'bus.reconnected': null;
  'parameter.changed': null;
  'dictionary.changed': null;
  'job.changed': null;
  'session.ended': null;
  /** The id of the work. */
  'work.stopped': string;
  'message.stored': null;
  'message.ephemeral': { deptId: number; topic: string; payload: unknown; path: readonly number[] };
  'message.personal': { to: number | 'everybody'; topic: string; payload: unknown };
  /** A site, an entity, a device type or a channel has changed. */
  'site.changed': null;
  'reference.changed': null;
  /** Sites with newer values; `from` names the process. */
  'reading.stored': { from: string; siteIds: number[] };
  'gateway.claimed': { process: string; mn: string };
  'gateway.disconnect': { process: string; number: number };
  'gateway.blocked': { process: string; block: { scope: 'station' | 'address'; key: string; until: number } };
}

export type BusTopic = keyof BusTopics;
/** Topics without payload. */
export type PlainTopic = { [T in BusTopic]: BusTopics[T] extends null ? T : never }[BusTopic];

/** Published after every change of a site, an entity, a device type or a channel. */
export const siteChanged = 'site.changed' satisfies PlainTopic;
