import { MINUTE_MS } from '@limpid/contract/durations';
import type { LiveMessage } from '@limpid/contract/live';
import { condenseTopics } from './condense-topics.ts';
import { type ConnectionLogin, type LiveConnection, type LiveState, openConnection } from './connection.ts';

/** A message of a tab; it is always complete, so that none depends on an earlier one. */
export type TabMessage =
  | { kind: 'open' | 'here'; login: ConnectionLogin; topics: string[] }
  | { kind: 'close' | 'online' | 'offline' };

export type HubMessage =
  | { kind: 'state'; state: LiveState }
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'reached'; seq: number }
  | { kind: 'missed' };

export interface TabPort {
  postMessage(message: HubMessage): void;
  onmessage: ((event: MessageEvent<TabMessage>) => void) | null;
}

interface SharedConnection {
  connection: LiveConnection;
  state: LiveState;
  /** The tabs, with their topics and the time of their last message. */
  tabs: Map<TabPort, { topics: string[]; at: number }>;
  subscribed: string;
}

/** A crashed tab sends no `close`; hidden tabs send a heartbeat at least once a minute. */
const expiryMs = 5 * MINUTE_MS;

/** Shares one connection among all tabs of a session and closes it with the last tab. */
export function makeHub(open: typeof openConnection = openConnection): (port: TabPort) => void {
  const connections = new Map<string, SharedConnection>();

  function broadcast(shared: SharedConnection, message: HubMessage): void {
    for (const port of shared.tabs.keys()) port.postMessage(message);
  }

  function start(login: ConnectionLogin): SharedConnection {
    const tabs: SharedConnection['tabs'] = new Map();
    const shared: SharedConnection = {
      tabs,
      state: 'connecting',
      subscribed: '',
      connection: open(login, {
        changed(state) {
          shared.state = state;
          broadcast(shared, { kind: 'state', state });
        },
        received: (message) => broadcast(shared, { kind: 'message', message }),
        reached: (seq) => broadcast(shared, { kind: 'reached', seq }),
        missed: () => broadcast(shared, { kind: 'missed' }),
      }),
    };
    return shared;
  }

  function refresh(token: string, shared: SharedConnection): void {
    for (const [port, { at }] of shared.tabs) if (Date.now() - at > expiryMs) shared.tabs.delete(port);
    if (shared.tabs.size === 0) {
      shared.connection.close();
      connections.delete(token);
      return;
    }
    const topics = condenseTopics([...shared.tabs.values()].flatMap((tab) => tab.topics)).sort();
    if (topics.join() === shared.subscribed) return;
    shared.subscribed = topics.join();
    shared.connection.show(topics);
  }

  function removeTab(port: TabPort, except?: string): void {
    for (const [token, shared] of connections) {
      if (token !== except && shared.tabs.delete(port)) refresh(token, shared);
    }
  }

  function addTab(port: TabPort, message: Extract<TabMessage, { login: ConnectionLogin }>): void {
    const { token } = message.login;
    removeTab(port, token);
    const existing = connections.get(token);
    const isOver = existing?.state === 'ended' || existing?.state === 'off';
    const shared = existing && !(isOver && message.kind === 'open') ? existing : start(message.login);
    for (const [tab, tabState] of existing?.tabs ?? []) shared.tabs.set(tab, tabState);
    if (shared !== existing) existing?.connection.close();
    connections.set(token, shared);
    shared.tabs.set(port, { topics: message.topics, at: Date.now() });
    port.postMessage({ kind: 'state', state: shared.state });
    refresh(token, shared);
  }

  return (port) => {
    port.onmessage = ({ data }) => {
      if (data.kind === 'open' || data.kind === 'here') return addTab(port, data);
      if (data.kind === 'close') return removeTab(port);
      for (const { connection, tabs } of connections.values()) {
        if (!tabs.has(port)) continue;
        if (data.kind === 'online') connection.retryNow();
        else connection.drop();
      }
    };
  };
}
