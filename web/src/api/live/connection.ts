import { MINUTE_MS } from '@limpid/contract/durations';
import {
  type LiveFrame,
  type LiveMessage,
  type LiveRequest,
  liveClose,
  liveProtocol,
} from '@limpid/contract/live';
import { retryDelay } from './retry-delay.ts';

/** `ended`: the session is over and there is no retry. `off`: the server refuses the connection for now. */
export type LiveState = 'connecting' | 'open' | 'lost' | 'ended' | 'off';

export interface ConnectionLogin {
  address: string;
  token: string;
  /** The last message this user has received; undefined to start with the present. */
  since: number | undefined;
}

interface Listener {
  changed(state: LiveState): void;
  received(message: LiveMessage): void;
  /** Everything up to `seq` has been received. */
  reached(seq: number): void;
  /** Some messages were missed and are no longer available. */
  missed(): void;
}

export interface LiveConnection {
  show(topics: readonly string[]): void;
  /** For changes of the network, which are known before a timer expires. */
  retryNow(): void;
  drop(): void;
  close(): void;
}

/** Longer than two heartbeats of the server. */
const silenceTimeoutMs = MINUTE_MS;
const handshakeTimeoutMs = 10_000;
/** After a connection that lasted this long, the next retry starts with the shortest delay. */
const stableMs = 10_000;

/** A refusal may end, and wall screens are not reloaded by hand. */
const offRetryMs = MINUTE_MS;

const refusals = new Map<number, LiveState>([
  [liveClose.session, 'ended'],
  [liveClose.forbidden, 'off'],
  [liveClose.off, 'off'],
  [liveClose.tokenInAddress, 'off'],
]);

/** Opens a connection that reconnects by itself and requests missed messages. */
export function openConnection(
  { address, token, since }: ConnectionLogin,
  listener: Listener,
): LiveConnection {
  let socket: WebSocket | undefined;
  let position = since;
  let topics: readonly string[] = [];
  let attempt = 0;
  let stableAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRetryPending = false;

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function send(request: LiveRequest): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  }

  function connect(): void {
    const next = new WebSocket(address, [liveProtocol, token]);
    isRetryPending = false;
    socket = next;
    stableAt = Number.POSITIVE_INFINITY;
    wait(handshakeTimeoutMs, drop);
    next.onmessage = ({ data }) => {
      if (socket !== next) return;
      wait(silenceTimeoutMs, drop);
      // The server writes its frames by the same contract.
      receive(JSON.parse(String(data)) as LiveFrame);
    };
    next.onclose = ({ code }) => {
      if (socket === next) lose(refusals.get(code));
    };
  }

  function receive(frame: LiveFrame): void {
    switch (frame.kind) {
      case 'ready':
        stableAt = performance.now() + stableMs;
        send({ show: [...topics], since: position ?? frame.seq });
        listener.changed('open');
        break;
      case 'message':
        if (frame.seq !== undefined) {
          if (frame.seq <= (position ?? 0)) break;
          advance(frame.seq);
        }
        listener.received(frame);
        break;
      case 'caughtUp':
        if (!frame.complete) listener.missed();
        advance(frame.seq);
        break;
      default:
    }
  }

  function advance(seq: number): void {
    position = seq;
    listener.reached(seq);
  }

  function lose(refusal: LiveState | undefined): void {
    socket = undefined;
    clearTimeout(timer);
    listener.changed(refusal ?? 'lost');
    if (refusal === 'ended') return;
    if (performance.now() > stableAt) attempt = 0;
    isRetryPending = true;
    wait(refusal === 'off' ? offRetryMs : retryDelay(attempt, Math.random()), connect);
    attempt += 1;
  }

  function drop(): void {
    const old = socket;
    if (!old) return;
    lose(undefined);
    old.close();
  }

  connect();
  return {
    show(next) {
      topics = next;
      send({ show: [...topics] });
    },
    retryNow() {
      if (!isRetryPending) return;
      attempt = 0;
      connect();
    },
    drop,
    close() {
      isRetryPending = false;
      clearTimeout(timer);
      const old = socket;
      socket = undefined;
      old?.close();
    },
  };
}
