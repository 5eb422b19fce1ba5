import { hidePasswords } from '@limpid/hj212/secrets';
import { createSm4 } from '@limpid/hj212/sm4';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import {
  ForwardFailure,
  type ForwardPacket,
  type ForwardTarget,
  type Hj212Receiver,
  type Transport,
} from '../target.ts';
import { checkSettings } from './check-settings.ts';
import { encodeReading } from './hj212-packet.rule.ts';
import { openSocket } from './open-socket.ts';
import { ReceiverLine } from './receiver-line.ts';

type TransportTarget = Pick<ForwardTarget, 'zone' | 'answerMs' | 'minGapMs'>;

/** Sends packets of HJ 212 over one connection, or over one for each MN. */
export function openHj212Transport(
  { outbound }: { outbound: Pick<Outbound, 'connect'> },
  { zone, answerMs, minGapMs }: TransportTarget,
  { host, port, version, password, crc, sm4Key, wantsAnswer, ownConnections }: Hj212Receiver,
): Transport {
  const format = { version, password, wantsAnswer, zone };
  const sm4 = sm4Key && createSm4(sm4Key);
  const lines = new Map<string, ReceiverLine>();
  let isClosed = false;
  checkSettings({ write: (packet) => encodeReading(packet, format, { crc, sm4 }) });

  function findLine(mn: string): ReceiverLine {
    const name = ownConnections ? mn : '';
    let line = lines.get(name);
    if (!line) {
      const open = () => openSocket(outbound, { host, port });
      line = new ReceiverLine({ open, crc, wantsAnswer, answerMs, minGapMs, isShared: !ownConnections });
      lines.set(name, line);
    }
    return line;
  }

  return {
    /** Before encryption, without the password. */
    describe(packet) {
      return encodeReading(packet, format, { crc })
        .map(({ frame }) => hidePasswords(frame.toString().trimEnd()))
        .join('\n');
    },
    async send(packet: ForwardPacket) {
      if (isClosed) throw new ForwardFailure('connection', 'closed');
      const frames = encodeReading(packet, format, { crc, sm4 });
      const { site, kind, isReissued } = packet;
      await findLine(site.mn).send(site.mn, { cn: String(kind), isBacklog: isReissued }, frames);
    },
    async close() {
      isClosed = true;
      for (const line of lines.values()) line.close();
      lines.clear();
    },
  };
}
