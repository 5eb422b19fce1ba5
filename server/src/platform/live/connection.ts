import { type ItemKind, type LiveFrame, type LiveReason, liveClose } from '@limpid/contract/live';
import { WebSocket } from 'ws';
import type { LiveScopes } from './audience.rule.ts';
import type { LiveLimits } from './limits.ts';

/** How long a closed client may take to say goodbye; one that does not read never would. */
const closeTimeoutMs = 2000;

interface LiveSession {
  tokenHash: Buffer;
  userId: number;
  scopes: LiveScopes;
}

/** One socket, and all that is known of whoever is behind it. */
export interface LiveConnection {
  readonly socket: WebSocket;
  readonly address: string;
  readonly deptId: number;
  session: LiveSession | undefined;
  topics: ReadonlySet<string>;
  /** The items of gathered kinds that it shows one by one. */
  items: ReadonlyMap<ItemKind, Int32Array>;
  /** It has shown something else since it was last told of items: what it did not show then may have changed. */
  needsRecent: boolean;
  /** What came while the client is catching up: it is sent after what is older. */
  queued: string[] | undefined;
  /** Pings without an answer. */
  unanswered: number;
  /** Messages the client may still send, and when that was so. */
  allowance: { left: number; at: number };
  /** Requests of a client are served one after the other. */
  work: Promise<void>;
}

export function makeLiveConnection(
  socket: WebSocket,
  { address, deptId }: { address: string; deptId: number },
  limits: LiveLimits,
): LiveConnection {
  return {
    socket,
    address,
    deptId,
    session: undefined,
    topics: new Set(),
    items: new Map(),
    needsRecent: false,
    queued: undefined,
    unanswered: 0,
    allowance: { left: limits.messagesPerSecond, at: performance.now() },
    work: Promise.resolve(),
  };
}

export function isOpen({ socket }: LiveConnection): boolean {
  return socket.readyState === WebSocket.OPEN;
}

export function closeConnection({ socket }: LiveConnection, reason: LiveReason): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.close(liveClose[reason], reason);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}

/** Sends, unless too much is waiting already: memory belongs to those who read. */
export function sendText(connection: LiveConnection, text: string, limits: LiveLimits): void {
  if (!isOpen(connection)) return;
  const { socket, queued } = connection;
  const isFull = queued
    ? queued.length >= limits.waitingMessages
    : socket.bufferedAmount > limits.waitingBytes;
  if (isFull) closeConnection(connection, 'slow');
  else if (queued) queued.push(text);
  else socket.send(text);
}

/** Sends what is older than anything held, at the pace of the client. */
export function sendAtPace({ socket }: LiveConnection, text: string): Promise<void> {
  return new Promise((done) => socket.send(text, () => done()));
}

export function sendFrame(connection: LiveConnection, frame: LiveFrame, limits: LiveLimits): void {
  sendText(connection, JSON.stringify(frame), limits);
}

/** A second's worth of messages may come at once; then as fast as they are granted. */
export function consumeMessage({ allowance }: LiveConnection, limits: LiveLimits): boolean {
  const now = performance.now();
  const granted = ((now - allowance.at) / 1000) * limits.messagesPerSecond;
  allowance.left = Math.min(allowance.left + granted, limits.messagesPerSecond) - 1;
  allowance.at = now;
  return allowance.left >= 0;
}
