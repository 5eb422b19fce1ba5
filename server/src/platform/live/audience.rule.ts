import { type GatheredKind, type LiveRequest, livePermissions, readThing } from '@limpid/contract/live';
import { type Caller, hasPermission } from '../auth/caller.ts';
import { type Scope, scopeOf } from '../auth/scope.rule.ts';
import { isObject, parseJson } from '../json.ts';

/** Whose messages of each kind a person may see; kinds without permission are missing. */
export type Scopes = ReadonlyMap<string, Scope>;

/** A department and those above it, itself first. */
export type Line = readonly number[];

/** Where people without a department listen. */
export const nowhere = 0;

// The record names every kind there is.
const kinds = Object.keys(livePermissions) as (keyof typeof livePermissions)[];

export function kindOf(topic: string): string {
  return topic.split(':', 1)[0] ?? '';
}

export function readScopes(caller: Caller): Scopes {
  const held = kinds.filter((kind) => livePermissions[kind].some((one) => hasPermission(caller, one)));
  return new Map(held.map((kind) => [kind, scopeOf(caller, ...livePermissions[kind])]));
}

export function reaches(scope: Scope, line: Line): boolean {
  if (scope.all) return true;
  const [dept] = line;
  if (dept !== undefined && scope.deptIds.includes(dept)) return true;
  return scope.subtreeOf !== null && line.includes(scope.subtreeOf);
}

/**
 * Whether a person may listen at a department: one kind of message of it must be for them. At the own one anybody
 * may, to hear what is said to them alone.
 */
export function mayListen(
  { scopes, ownDeptId }: { scopes: Scopes; ownDeptId: number | null },
  line: Line | undefined,
): boolean {
  if (line === undefined) return false;
  return line[0] === (ownDeptId ?? nowhere) || [...scopes.values()].some((scope) => reaches(scope, line));
}

/** A listener at a department hears it and what lies below it, as far as their own scope goes. */
export function mayHear(
  listener: { deptId: number; scopes: Scopes },
  message: { topic: string; line: Line },
): boolean {
  const scope = listener.scopes.get(kindOf(message.topic));
  return scope !== undefined && message.line.includes(listener.deptId) && reaches(scope, message.line);
}

const topicForm = /^[a-z]\w{0,31}(?::[\w.-]{1,64})?$/i;

interface MostShown {
  topics: number;
  things: number;
}

/** What a client said; undefined for what is no message of ours. */
export function readRequest(text: string, most: MostShown): LiveRequest | undefined {
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

function isTopicList(value: unknown, most: MostShown): value is string[] {
  if (!Array.isArray(value) || value.length > most.topics + most.things) return false;
  if (!value.every((topic) => typeof topic === 'string' && topicForm.test(topic))) return false;
  const { named, things } = splitTopics(value);
  return named.length <= most.topics && [...things.values()].every(({ length }) => length <= most.things);
}

interface Shown {
  named: string[];
  things: Map<GatheredKind, Int32Array>;
}

/** Things are many: kept as numbers they cost little. */
export function splitTopics(topics: readonly string[]): Shown {
  const named: string[] = [];
  const found = new Map<GatheredKind, Set<number>>();
  for (const topic of topics) {
    const thing = readThing(topic);
    if (thing) found.set(thing.kind, (found.get(thing.kind) ?? new Set()).add(thing.id));
    else named.push(topic);
  }
  return { named, things: new Map([...found].map(([kind, ids]) => [kind, Int32Array.from(ids)])) };
}
