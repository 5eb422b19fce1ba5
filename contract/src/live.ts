import type { AlarmPart } from './alarm/alarm-parts.ts';
import type { CompareMethod, Severity } from './alarm/alarm-rule.ts';
import type { SiteUpdate } from './map/site-update.ts';

/**
 * The messages of the live socket. Plain types and constants without schemas, because the browser's worker that holds
 * the connection loads only this file of the contract.
 */

/** Below the API's prefix; the last part is the department to listen at, which includes all departments below it. */
export const livePath = '/ws/alarm/user/';

/** Offered as a subprotocol with the token as a second one: addresses appear in logs, headers do not. */
export const liveProtocol = 'limpid';

/** The parameter that turns the socket off for everybody. */
export const liveSwitch = 'sys.live.enabled';

export interface AlarmItem {
  siteName: string;
  type: string;
  val: number | string;
  /** `yyyy-MM-dd HH:mm:ss` in the server's zone. */
  createTime: string;
  /** Further facts, which clients of the family do not know. */
  alarmId?: number;
  siteId?: number;
  severity?: Severity;
  event?: PushedEvent;
  ruleName?: string;
  alarmType?: string;
  channelName?: string | null;
  channelNameEn?: string | null;
  channelNameFr?: string | null;
  unit?: string | null;
  decimals?: number | null;
  compare?: CompareMethod | null;
  limit?: number | null;
  parts?: readonly AlarmPart[];
  /** The alarm ended for lack of data; the state of its condition is unknown. */
  isLost?: boolean;
}

/** The changes of an alarm that are sent at once. */
export type PushedEvent = 'raised' | 'repeated' | 'ended';

interface StandbyPowerWarning {
  type: 'standbyPowerWarn';
  entityName: string;
  siteName: string;
  time: string;
  desc: string;
  alarmId?: number;
  siteId?: number;
  severity?: Severity;
  event?: PushedEvent;
  entityNameEn?: string | null;
  entityNameFr?: string | null;
  /** What `desc` says in the product's default language. */
  ruleName?: string;
  value?: string | null;
  parts?: readonly AlarmPart[];
}

/** Messages of a department, for listeners whose data scope reaches it. */
interface DepartmentPayloads {
  alarm: AlarmItem[] | StandbyPowerWarning;
}

/**
 * Kinds of items that change often and in large numbers. A client subscribes to items as `site:<id>`, or to all as
 * `site`. Changes of subscribed items within the data scope arrive at most once a second, as one list under the kind,
 * at whichever department the client listens. Right after subscribing, the client also gets the changes of the last ten
 * seconds, so a snapshot read before misses nothing.
 */
interface ItemPayloads {
  site: SiteUpdate[];
}

export type ItemKind = keyof ItemPayloads;
export type LiveItem<K extends ItemKind> = ItemPayloads[K][number];
const itemKinds: Record<ItemKind, true> = { site: true };

/** A client that subscribes to more items of a kind than this has to subscribe to the whole kind. */
export const maxShownItems = 1000;

/** The kind and the id of an item, if changes of this kind are sent as lists. */
export function readItemTopic(topic: string): { kind: ItemKind; id: number } | undefined {
  const [kind = '', id = ''] = topic.split(':', 2);
  if (!Object.hasOwn(itemKinds, kind) || !/^\d{1,9}$/.test(id)) return undefined;
  // The kind was just found in the record.
  return { kind: kind as ItemKind, id: Number(id) };
}

/** Messages to one person, or to everybody who is logged in, at whichever department they listen. */
interface PersonalPayloads {
  /** Progress of the recipient's background work. */
  work: { id: string; state: string; done: number; total: number | null };
  /** Notices have changed, so the bell reloads them. */
  notice: null;
  /** Alarms were raised, changed or ended, so screens that show them reload. */
  alarmLog: null;
  /** The newest hour was analysed, so screens that show unusual sites reload them. */
  unusual: null;
  /** Commands that the recipient has ordered have gone on, so their results are read again, within the data scope. */
  deviceOrder: { batchId: string };
  /** Issued K and B have come into another state, so screens that show them reload. */
  calibrationIssue: null;
  /** Fog cannons were switched or have changed their state, so screens that show them reload. */
  fogCannon: null;
  /** Forwarding targets were changed, or their state has, so screens that show them reload. */
  forwardTarget: null;
  /** Reports were asked for, made, signed or removed, so screens that show them reload. */
  report: null;
  /** Alarms for a browser notification, as the recipient has chosen. */
  alarmNotice: { id: string; subject: string; text: string; severity: string };
}

/** The payload of each kind of topic. A topic is a kind, or a kind and one item of it: `kind:id`. */
export interface LivePayloads extends DepartmentPayloads, ItemPayloads, PersonalPayloads {}

type LiveKind = keyof LivePayloads;
export type PersonalKind = keyof PersonalPayloads;
export type LiveTopic = LiveKind | `${LiveKind}:${string}`;
export type LivePayload<T extends LiveTopic> = T extends `${infer K extends LiveKind}:${string}`
  ? LivePayloads[K]
  : T extends LiveKind
    ? LivePayloads[T]
    : never;

/** Holding any permission to list an item is enough to receive its messages. */
export const livePermissions: Record<keyof DepartmentPayloads | ItemKind, readonly string[]> = {
  alarm: ['alarm:log:list'],
  site: ['map:site:list', 'data:realtime:list'],
};

/** A message of the client; every part is optional. `show` replaces the previous subscriptions. */
export interface LiveRequest {
  /** Only in the first message, if the client could not offer the token as a subprotocol. */
  token?: string;
  /** Subscribed topics; a kind alone includes all of its items. */
  show?: string[];
  /** Requests the stored messages after this number. */
  since?: number;
}

export interface LiveMessage {
  kind: 'message';
  topic: LiveTopic;
  /** Absent in personal messages and in lists of item changes. */
  deptId?: number;
  /** Ascending number; only stored messages have one. */
  seq?: number;
  payload: LivePayloads[LiveKind];
}

export type LiveFrame =
  | { kind: 'ready'; seq: number }
  /** Shows that the connection is alive, because a page cannot see the pings of the protocol. */
  | { kind: 'beat' }
  /** Everything after `since` has been sent; `complete` is false if some of it is no longer stored. */
  | { kind: 'caughtUp'; seq: number; complete: boolean }
  | LiveMessage;

/** Why the server closes the socket; the name is the reason in the close frame. */
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
