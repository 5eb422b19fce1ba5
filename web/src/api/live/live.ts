import { type LiveMessage, type LivePayload, type LiveTopic, livePath } from '@limpid/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { apiPrefix } from '../call.ts';
import { announceFailure, CallError, catalogueText } from '../call-error.ts';
import type { ConnectionLogin, LiveState } from './connection.ts';
import { type HubMessage, makeHub, type TabMessage, type TabPort } from './hub.ts';

interface Listener {
  /** What the server is asked to tell of. */
  topics: readonly string[];
  hears(topic: string): boolean;
  handle(message: LiveMessage): void;
}

interface LiveStatus {
  /** Null while nobody listens. */
  state: LiveState | null;
  /** How often the server could not give everything that was missed. */
  gaps: number;
}

export const useLiveStatus = create<LiveStatus>()(() => ({ state: null, gaps: 0 }));

const hereMs = 30_000;
const listeners = new Set<Listener>();
let connection: { say(kind: 'here'): void; close(): void } | undefined;

function seqKey(userId: number): string {
  return `limpid.live.${userId}`;
}

function readSeq(userId: number): number | undefined {
  const seq = Number(localStorage.getItem(seqKey(userId)) ?? Number.NaN);
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined;
}

/** Of the worker that all tabs share; where a browser has none, the tab has a hub of its own. */
function openPort(): MessagePort {
  if ('SharedWorker' in window) {
    return new SharedWorker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: 'live' })
      .port;
  }
  const { port1, port2 } = new MessageChannel();
  const hubPort: TabPort = port2;
  makeHub()(hubPort);
  return port1;
}

function dispatch(message: LiveMessage): void {
  for (const listener of listeners) if (listener.hears(message.topic)) listener.handle(message);
}

function listTopics(): string[] {
  return [...new Set([...listeners].flatMap(({ topics }) => topics))];
}

/** Listens for this person until the returned function, or the end of the page, says otherwise. */
export function connectLive(person: { userId: number; deptId: number; token: string }): () => void {
  const { userId, deptId, token } = person;
  const port = openPort();
  const openedAt = performance.now();
  const origin = location.origin.replace(/^http/, 'ws');
  const login = (): ConnectionLogin => ({
    address: `${origin}${apiPrefix}${livePath}${deptId}`,
    token,
    since: readSeq(userId),
  });
  const post = (says: TabMessage) => port.postMessage(says);
  const say = (kind: 'open' | 'here') => post({ kind, login: login(), topics: listTopics() });

  port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    if (data.kind === 'message') dispatch(data.message);
    else if (data.kind === 'reached') localStorage.setItem(seqKey(userId), String(data.seq));
    else if (data.kind === 'missed') useLiveStatus.setState(({ gaps }) => ({ gaps: gaps + 1 }));
    else {
      useLiveStatus.setState({ state: data.state });
      // Whoever only watches would not learn otherwise that nothing will come any more.
      if (data.state === 'ended') announceFailure(new CallError(catalogueText(401), 401), openedAt);
    }
  };
  const watching = new AbortController();
  const { signal } = watching;
  addEventListener('online', () => post({ kind: 'online' }), { signal });
  addEventListener('offline', () => post({ kind: 'offline' }), { signal });
  addEventListener('pagehide', () => post({ kind: 'close' }), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && say('here'), { signal });
  const timer = setInterval(() => say('here'), hereMs);
  say('open');

  const own = {
    say,
    close() {
      clearInterval(timer);
      watching.abort();
      port.onmessage = null;
      post({ kind: 'close' });
      useLiveStatus.setState({ state: null });
      if (connection === own) connection = undefined;
    },
  };
  connection = own;
  return own.close;
}

/** Nothing is heard after this: the person is leaving. */
export function closeLive(): void {
  connection?.close();
}

/** Hears what the listener wants until it is over; the listener may want other topics later, and says so. */
export function addListener(listener: Listener): { changed(): void; end(): void } {
  const changed = () => connection?.say('here');
  listeners.add(listener);
  changed();
  return {
    changed,
    end() {
      listeners.delete(listener);
      changed();
    },
  };
}

/** Calls the handler with every message of a topic, or of a whole kind, until the returned function is called. */
export function subscribeLive<T extends LiveTopic>(
  topic: T,
  handler: (payload: LivePayload<T>) => void,
): () => void {
  return addListener({
    topics: [topic],
    hears: (given) => given === topic || given.split(':', 1)[0] === topic,
    // The topic decides what a message carries; the server sends by the same contract.
    handle: ({ payload }) => handler(payload as LivePayload<T>),
  }).end;
}

/** The same for as long as a component is there. */
export function useLive<T extends LiveTopic>(topic: T, handler: (payload: LivePayload<T>) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => subscribeLive(topic, (payload) => handle(payload)), [topic]);
}
