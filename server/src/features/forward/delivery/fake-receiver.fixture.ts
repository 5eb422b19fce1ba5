import {
  type FailureReason,
  ForwardFailure,
  type ForwardPacket,
  type ForwardTarget,
  type OpenTransport,
} from '../target.ts';

/**
 * What a receiver does with a packet: `lost` accepts it, but its answer does not arrive; `hold` waits for `release()`;
 * `close` ends the connection with all packets on it; `fail` answers with an error of its own; `crash` is a fault in ours.
 */
export type ReceiverReaction = 'accept' | 'lost' | 'hold' | 'close' | 'fail' | 'crash' | FailureReason;

export interface FakeReceiver {
  openTransport: OpenTransport;
  /** All packets that reached it, in order, also those that it did not accept. */
  received: ForwardPacket[];
  /** Those that it has stored. */
  accepted: ForwardPacket[];
  react(packet: ForwardPacket): ReceiverReaction;
  /** What it answers to packets that it does not accept. */
  answer: string;
  /** Accepts the packets that were held. */
  release(): void;
}

/** A receiver in memory, whose reactions a test chooses. */
export function makeFakeReceiver(react: FakeReceiver['react'] = () => 'accept'): FakeReceiver {
  const held: (() => void)[] = [];
  const receiver: FakeReceiver = {
    openTransport,
    received: [],
    accepted: [],
    react,
    answer: 'no',
    release() {
      for (const accept of held.splice(0)) accept();
    },
  };

  function openTransport({ connection }: ForwardTarget): ReturnType<OpenTransport> {
    if (connection.protocol === 'unusable') throw new Error(connection.detail);
    let line = { isLost: false };
    return {
      describe: (packet) => JSON.stringify(packet.values),
      async send(packet) {
        const sentOver = line;
        if (!sentOver.isLost) await receive(packet, sentOver);
        if (!sentOver.isLost) return;
        if (line === sentOver) line = { isLost: false };
        throw new ForwardFailure('connection', 'closed by the receiver', 'shared');
      },
      close: () => Promise.resolve(),
    };
  }

  async function receive(packet: ForwardPacket, line: { isLost: boolean }): Promise<void> {
    receiver.received.push(packet);
    const reaction = receiver.react(packet);
    if (reaction === 'close') line.isLost = true;
    if (reaction === 'hold') await new Promise<void>((accept) => held.push(accept));
    const isAccepted = reaction === 'accept' || reaction === 'hold';
    if (isAccepted || reaction === 'lost') receiver.accepted.push(packet);
    // Others that are sent at the same moment are on the same connection.
    await Promise.resolve();
    if (isAccepted || reaction === 'close') return;
    const detail = `the receiver says ${receiver.answer}`;
    if (reaction === 'crash') throw new TypeError(detail);
    if (reaction === 'fail') throw new ForwardFailure('connection', detail, 'own');
    throw new ForwardFailure(reaction === 'lost' ? 'timeout' : reaction, detail);
  }

  return receiver;
}
