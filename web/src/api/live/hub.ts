import type { LiveMessage } from '@limpid/contract/live';
import { condenseTopics } from './condense-topics.ts';
import { type Line, type LineLogin, type LiveState, openLine } from './line.ts';

/** What a tab says: all of it each time, so that no message depends on an earlier one. */
export type TabSays =
  | { kind: 'open' | 'here'; login: LineLogin; topics: string[] }
  | { kind: 'close' | 'online' | 'offline' };

export type HubSays =
  | { kind: 'state'; state: LiveState }
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'reached'; seq: number }
  | { kind: 'missed' };

export interface TabPort {
  postMessage(message: HubSays): void;
  onmessage: ((event: MessageEvent<TabSays>) => void) | null;
}

interface SharedLine {
  line: Line;
  state: LiveState;
  /** The tabs, with what each shows and when it was last heard of. */
  tabs: Map<TabPort, { topics: string[]; at: number }>;
  shown: string;
}

/** A tab that crashed says no goodbye; hidden ones speak once a minute at least. */
const forgottenMs = 5 * 60_000;

/** One connection for all tabs of a session, and none for nobody. */
export function makeHub(open: typeof openLine = openLine): (port: TabPort) => void {
  const lines = new Map<string, SharedLine>();

  function tell(shared: SharedLine, message: HubSays): void {
    for (const port of shared.tabs.keys()) port.postMessage(message);
  }

  function start(login: LineLogin): SharedLine {
    const tabs: SharedLine['tabs'] = new Map();
    const shared: SharedLine = {
      tabs,
      state: 'connecting',
      shown: '',
      line: open(login, {
        changed(state) {
          shared.state = state;
          tell(shared, { kind: 'state', state });
        },
        heard: (message) => tell(shared, { kind: 'message', message }),
        reached: (seq) => tell(shared, { kind: 'reached', seq }),
        missed: () => tell(shared, { kind: 'missed' }),
      }),
    };
    return shared;
  }

  function refresh(token: string, shared: SharedLine): void {
    for (const [port, { at }] of shared.tabs) if (Date.now() - at > forgottenMs) shared.tabs.delete(port);
    if (shared.tabs.size === 0) {
      shared.line.close();
      lines.delete(token);
      return;
    }
    const topics = condenseTopics([...shared.tabs.values()].flatMap((tab) => tab.topics)).sort();
    if (topics.join() === shared.shown) return;
    shared.shown = topics.join();
    shared.line.show(topics);
  }

  function leave(port: TabPort, except?: string): void {
    for (const [token, shared] of lines) {
      if (token !== except && shared.tabs.delete(port)) refresh(token, shared);
    }
  }

  function join(port: TabPort, says: Extract<TabSays, { login: LineLogin }>): void {
    const { token } = says.login;
    leave(port, token);
    const known = lines.get(token);
    const isOver = known?.state === 'ended' || known?.state === 'off';
    const shared = known && !(isOver && says.kind === 'open') ? known : start(says.login);
    for (const [tab, facts] of known?.tabs ?? []) shared.tabs.set(tab, facts);
    if (shared !== known) known?.line.close();
    lines.set(token, shared);
    shared.tabs.set(port, { topics: says.topics, at: Date.now() });
    port.postMessage({ kind: 'state', state: shared.state });
    refresh(token, shared);
  }

  return (port) => {
    port.onmessage = ({ data }) => {
      if (data.kind === 'open' || data.kind === 'here') return join(port, data);
      if (data.kind === 'close') return leave(port);
      for (const { line, tabs } of lines.values()) {
        if (!tabs.has(port)) continue;
        if (data.kind === 'online') line.retryNow();
        else line.drop();
      }
    };
  };
}
