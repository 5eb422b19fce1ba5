import { afterAnswer, openBacklogWindow } from './backlog-window.rule.ts';

interface OutgoingPacket {
  lane: 'live' | 'backlog';
  sentAt: number;
  /** No other packet was on its way during the last try. */
  wasAlone: boolean;
}

/** The packets of a target that are on their way. */
export interface Outgoing {
  readonly count: number;
  /** How many more of gaps may leave without delaying current data. */
  readonly backlogRoom: number;
  begin(packet: OutgoingPacket): void;
  end(packet: OutgoingPacket, result: { isAccepted: boolean; now: number }): void;
}

export function openOutgoing(now: number): Outgoing {
  let count = 0;
  let backlogCount = 0;
  let backlogWindow = openBacklogWindow(now);
  /** The only packet on its way since it left. */
  let alone: OutgoingPacket | undefined;

  return {
    get count() {
      return count;
    },
    get backlogRoom() {
      return Math.floor(backlogWindow.size) - backlogCount;
    },
    begin(packet) {
      packet.wasAlone = count === 0;
      if (alone) alone.wasAlone = packet.wasAlone;
      alone = packet.wasAlone ? packet : undefined;
      count += 1;
      if (packet.lane === 'backlog') backlogCount += 1;
    },
    end(packet, { isAccepted, now: at }) {
      if (alone === packet) alone = undefined;
      count -= 1;
      if (packet.lane === 'live') return;
      backlogCount -= 1;
      backlogWindow = afterAnswer(backlogWindow, { sentAt: packet.sentAt, now: at, isAccepted });
    },
  };
}
