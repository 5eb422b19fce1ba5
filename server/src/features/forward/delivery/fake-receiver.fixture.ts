import {
  type FailureReason,
  ForwardFailure,
  type ForwardPacket,
  type ForwardTarget,
  type OpenTransport,
} from '../target.ts';

/** What a receiver does with a packet; `lost` accepts it, but its answer does not arrive. */
export type ReceiverReaction = 'accept' | 'lost' | FailureReason;

export interface FakeReceiver {
  openTransport: OpenTransport;
  /** All packets that reached it, in order, also those that it did not accept. */
  received: ForwardPacket[];
  /** Those that it has stored. */
  accepted: ForwardPacket[];
  react(packet: ForwardPacket): ReceiverReaction;
  /** What it answers to packets that it does not accept. */
  answer: string;
}

/** A receiver in memory, whose reactions a test chooses. */
export function makeFakeReceiver(react: FakeReceiver['react'] = () => 'accept'): FakeReceiver {
  const receiver: FakeReceiver = { openTransport, received: [], accepted: [], react, answer: 'no' };

  function openTransport({ connection }: ForwardTarget): ReturnType<OpenTransport> {
    if (connection.protocol === 'unusable') throw new Error(connection.detail);
    return {
      describe: (packet) => JSON.stringify(packet.values),
      async send(packet) {
        receiver.received.push(packet);
        const reaction = receiver.react(packet);
        if (reaction === 'accept' || reaction === 'lost') receiver.accepted.push(packet);
        await Promise.resolve();
        if (reaction !== 'accept')
          throw new ForwardFailure(
            reaction === 'lost' ? 'timeout' : reaction,
            `the receiver says ${receiver.answer}`,
          );
      },
      close: () => Promise.resolve(),
    };
  }

  return receiver;
}
