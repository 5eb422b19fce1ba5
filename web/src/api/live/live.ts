import { apiPrefix } from '@limpid/contract/envelope';
import { type LiveMessage, type LivePayload, type LiveTopic, livePath } from '@limpid/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { announceFailure, CallError, catalogueText } from '../call-error.ts';
import type { ConnectionLogin, LiveState } from './connection.ts';
import { type HubMessage, makeHub, type TabMessage, type TabPort } from './hub.ts';

interface Listener {
  /** The topics to subscribe to. */
  topics: readonly string[];
  accepts(topic: string): boolean;
  handle(message: LiveMessage): void;
}

interface LiveStatus {
  /** Null without a connection. */
  state: LiveState | null;
  /** How often missed messages were no longer available. */
  gaps: number;
}

export const useLiveStatus = create<LiveStatus>()(() => ({ state: null, gaps: 0 }));

const heartbeatMs = 30_000;
const listeners = new Set<Listener>();
let connection: { sendTopics(kind: 'here'): void; close(): void } | undefined;

function seqKey(userId: number): string {
  return `limpid.live.${userId}`;
}

function readSeq(userId: number): number | undefined {
  const seq = Number(localStorage.getItem(seqKey(userId)) ?? Number.NaN);
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined;
}

/** The port of the shared worker; a hub in this tab if the browser has no shared workers. */
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
  for (const listener of listeners) if (listener.accepts(message.topic)) listener.handle(message);
}

function listTopics(): string[] {
  return [...new Set([...listeners].flatMap(({ topics }) => topics))];
}

/** Connects for a user until the returned function is called or the page closes. */
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
  const post = (message: TabMessage) => port.postMessage(message);
  const sendTopics = (kind: 'open' | 'here') => post({ kind, login: login(), topics: listTopics() });

  port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    if (data.kind === 'message') dispatch(data.message);
    else if (data.kind === 'reached') localStorage.setItem(seqKey(userId), String(data.seq));
    else if (data.kind === 'missed') useLiveStatus.setState(({ gaps }) => ({ gaps: gaps + 1 }));
    else {
      useLiveStatus.setState({ state: data.state });
      // A user who only watches sends no request that could report the expired session.
      if (data.state === 'ended') announceFailure(new CallError(catalogueText(401), 401), openedAt);
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('online', () => post({ kind: 'online' }), { signal });
  addEventListener('offline', () => post({ kind: 'offline' }), { signal });
  addEventListener('pagehide', () => post({ kind: 'close' }), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && sendTopics('here'), { signal });
  const timer = setInterval(() => sendTopics('here'), heartbeatMs);
  sendTopics('open');

  const current = {
    sendTopics,
    close() {
      clearInterval(timer);
      listening.abort();
      port.onmessage = null;
      post({ kind: 'close' });
      useLiveStatus.setState({ state: null });
      if (connection === current) connection = undefined;
    },
  };
  connection = current;
  return current.close;
}

/** Closes the connection at logout. */
export function closeLive(): void {
  connection?.close();
}

/** Adds a listener; `topicsChanged` announces a change of its topics, `end` removes it. */
export function addListener(listener: Listener): { topicsChanged(): void; end(): void } {
  const topicsChanged = () => connection?.sendTopics('here');
  listeners.add(listener);
  topicsChanged();
  return {
    topicsChanged,
    end() {
      listeners.delete(listener);
      topicsChanged();
    },
  };
}

/** Calls the handler with every message of a topic or a kind of topics, until the returned function is called. */
export function subscribeLive<T extends LiveTopic>(
  topic: T,
  handler: (payload: LivePayload<T>) => void,
): () => void {
  return addListener({
    topics: [topic],
    accepts: (given) => given === topic || given.split(':', 1)[0] === topic,
    // The topic decides the type of the payload; the server follows the same contract.
    handle: ({ payload }) => handler(payload as LivePayload<T>),
  }).end;
}

/** Subscribes to a topic while the component is mounted. */
export function useLive<T extends LiveTopic>(topic: T, handler: (payload: LivePayload<T>) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => subscribeLive(topic, (payload) => handle(payload)), [topic]);
}
