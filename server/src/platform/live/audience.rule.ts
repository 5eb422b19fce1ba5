import { type ItemKind, type LiveRequest, livePermissions, readItemTopic } from '@limpid/contract/live';
import { type Caller, hasPermission } from '../auth/caller.ts';
import { computeScope, type Scope } from '../auth/scope.rule.ts';
import { isObject, parseJson } from '../json.ts';

/** The data scope of a user by kind of message; kinds without permission are missing. */
export type LiveScopes = ReadonlyMap<string, Scope>;

/** A department and its ancestors, itself first. */
export type DepartmentLineage = readonly number[];

/** The department id at which users without a department listen. */
export const noDepartment = 0;

// The record contains every kind.
const kinds = Object.keys(livePermissions) as (keyof typeof livePermissions)[];

export function readTopicKind(topic: string): string {
  return topic.split(':', 1)[0] ?? '';
}

export function readScopes(caller: Caller): LiveScopes {
  const held = kinds.filter((kind) => livePermissions[kind].some((one) => hasPermission(caller, one)));
  return new Map(held.map((kind) => [kind, computeScope(caller, ...livePermissions[kind])]));
}

export function scopeReaches(scope: Scope, path: DepartmentLineage): boolean {
  if (scope.all) return true;
  const [dept] = path;
  if (dept !== undefined && scope.deptIds.includes(dept)) return true;
  return scope.subtreeOf !== null && path.includes(scope.subtreeOf);
}

/**
 * Whether a user may listen at a department: the scope of at least one kind must reach it. At their own department all
 * users may listen, to receive personal messages.
 */
export function mayListen(
  { scopes, ownDeptId }: { scopes: LiveScopes; ownDeptId: number | null },
  path: DepartmentLineage | undefined,
): boolean {
  if (path === undefined) return false;
  return (
    path[0] === (ownDeptId ?? noDepartment) || [...scopes.values()].some((scope) => scopeReaches(scope, path))
  );
}

/** What decides which messages reach a connection. */
export interface LiveListener {
  deptId: number;
  ownDeptId: number | null;
  scopes: LiveScopes;
}

/** Whether a user listens at their own department: there everything of their data scope arrives. */
export function listensAtOwn({ deptId, ownDeptId }: Omit<LiveListener, 'scopes'>): boolean {
  return deptId === (ownDeptId ?? noDepartment);
}

/** A listener at another department receives messages of that and those below, within their data scope. */
export function mayReceive(
  listener: LiveListener,
  message: { topic: string; path: DepartmentLineage },
): boolean {
  const scope = listener.scopes.get(readTopicKind(message.topic));
  const isWithin = listensAtOwn(listener) || message.path.includes(listener.deptId);
  return scope !== undefined && isWithin && scopeReaches(scope, message.path);
}

const topicForm = /^[a-z]\w{0,31}(?::[\w.-]{1,64})?$/i;

interface TopicLimits {
  topics: number;
  items: number;
}

/** Parses a message of a client; undefined if it is invalid. */
export function parseLiveRequest(text: string, most: TopicLimits): LiveRequest | undefined {
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  const { token, show, since } = value;
  if (token !== undefined && typeof token !== 'string') return undefined;
  if (since !== undefined && !(Number.isSafeInteger(since) && Number(since) >= 0)) return undefined;
  if (show !== undefined && !isTopicList(show, most)) return undefined;
  return {
    ...(token !== undefined && { token }),
    ...(show !== undefined && { show }),
    ...(since !== undefined && { since: Number(since) }),
  };
}

function isTopicList(value: unknown, most: TopicLimits): value is string[] {
  if (!Array.isArray(value) || value.length > most.topics + most.items) return false;
  if (!value.every((topic) => typeof topic === 'string' && topicForm.test(topic))) return false;
  const { named, items } = splitTopics(value);
  return named.length <= most.topics && [...items.values()].every(({ length }) => length <= most.items);
}

interface SplitTopics {
  named: string[];
  items: Map<ItemKind, Int32Array>;
}

/** Clients subscribe to many items; stored as numbers they need little memory. */
export function splitTopics(topics: readonly string[]): SplitTopics {
  const named: string[] = [];
  const found = new Map<ItemKind, Set<number>>();
  for (const topic of topics) {
    const item = readItemTopic(topic);
    if (item) found.set(item.kind, (found.get(item.kind) ?? new Set()).add(item.id));
    else named.push(topic);
  }
  return { named, items: new Map([...found].map(([kind, ids]) => [kind, Int32Array.from(ids)])) };
}
