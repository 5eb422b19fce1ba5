import type { SiteUpdate } from './map/site-update.ts';

/**
 * What crosses the live socket. Plain types and constants, no schemas: the browser's worker that holds the
 * connection loads this file and nothing else of the contract.
 */

/** Below the API's prefix; the last part is the department whose messages, and those below it, are wanted. */
export const livePath = '/ws/alarm/user/';

/** Offered as a subprotocol with the token as a second one: an address ends up in logs, a header does not. */
export const liveProtocol = 'limpid';

/** The parameter that turns the socket off for everybody. */
export const liveSwitch = 'sys.live.enabled';

interface AlarmItem {
  siteName: string;
  type: string;
  val: number | string;
  /** `yyyy-MM-dd HH:mm:ss` in the server's zone. */
  createTime: string;
}

interface StandbyPowerWarning {
  type: 'standbyPowerWarn';
  entityName: string;
  siteName: string;
  time: string;
  desc: string;
}

/** Messages of a department, for those whose data scope reaches it. */
interface DepartmentPayloads {
  alarm: AlarmItem[] | StandbyPowerWarning;
}

/**
 * Things that change often and in numbers. Shown one by one as `site:<id>`, or all as `site`; what has become of those that are
 * shown and within the data scope comes at most once a second, as one list under the kind alone, wherever one listens. Just
 * after showing, that is also what changed in the last ten seconds: who reads a snapshot and then shows its things misses
 * nothing.
 */
interface ItemPayloads {
  site: SiteUpdate[];
}

export type ItemKind = keyof ItemPayloads;
export type LiveItem<K extends ItemKind> = ItemPayloads[K][number];
const itemKinds: Record<ItemKind, true> = { site: true };

/** A client that shows more things of a kind than this has to show the whole kind. */
export const maxShownItems = 1000;

/** The kind and the number of a thing, where the topic is one that is gathered. */
export function readItemTopic(topic: string): { kind: ItemKind; id: number } | undefined {
  const [kind = '', id = ''] = topic.split(':', 2);
  if (!Object.hasOwn(itemKinds, kind) || !/^\d{1,9}$/.test(id)) return undefined;
  // It has just been found in the record.
  return { kind: kind as ItemKind, id: Number(id) };
}

/** Messages to one person, or to everybody who is logged in, wherever they listen. */
interface PersonalPayloads {
  /** How far a piece of one's own long work is. */
  work: { id: string; state: string; done: number; total: number | null };
  /** Notices have changed: the bell looks again. */
  notice: null;
}

/** What each kind of topic carries. A topic is a kind, or a kind and one thing of it: `kind:id`. */
export interface LivePayloads extends DepartmentPayloads, ItemPayloads, PersonalPayloads {}

type LiveKind = keyof LivePayloads;
export type PersonalKind = keyof PersonalPayloads;
export type LiveTopic = LiveKind | `${LiveKind}:${string}`;
export type LivePayload<T extends LiveTopic> = T extends `${infer K extends LiveKind}:${string}`
  ? LivePayloads[K]
  : T extends LiveKind
    ? LivePayloads[T]
    : never;

/** Who may list a thing, in whichever way, may be told of it as it happens. */
export const livePermissions: Record<keyof DepartmentPayloads | ItemKind, readonly string[]> = {
  alarm: ['alarm:log:list'],
  site: ['map:site:list', 'data:realtime:list'],
};

/** Said by the client; each part may come alone. `show` replaces what was shown before. */
export interface LiveRequest {
  /** Only in the first message, where the client could not offer it as a subprotocol. */
  token?: string;
  /** Topics it shows; a kind alone stands for everything of it. */
  show?: string[];
  /** Asks for stored messages after this number. */
  since?: number;
}

export interface LiveMessage {
  kind: 'message';
  topic: LiveTopic;
  /** None in what is said to a person, nor in what is gathered. */
  deptId?: number;
  /** Rises from message to message; only what is stored has one. */
  seq?: number;
  payload: LivePayloads[LiveKind];
}

export type LiveFrame =
  | { kind: 'ready'; seq: number }
  /** Says that the connection lives: a page cannot see the pings of the protocol. */
  | { kind: 'beat' }
  /** Everything after `since` has been sent; `complete` is false when some of it is no longer kept. */
  | { kind: 'caughtUp'; seq: number; complete: boolean }
  | LiveMessage;

/** Why the server closes; the name is the reason in the close frame. */
export const liveClose = {
  tokenInAddress: 4400,
  session: 4401,
  forbidden: 4403,
  off: 4404,
  slow: 4408,
  broken: 4422,
  tooMany: 4429,
  unavailable: 4503,
} as const;

export type LiveReason = keyof typeof liveClose;
