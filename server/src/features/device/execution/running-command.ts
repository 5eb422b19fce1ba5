import { formatDigits } from '@limpid/contract/local-time';
import type { StationHeader } from '@limpid/hj212/commands';
import type { PendingRequest } from '@limpid/hj212/exchange';
import type { Packet } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { fillAtSending } from '../commands/template.rule.ts';
import { nameAskedChannel } from '../parameters/answer-values.rule.ts';
import type { OrderedCommand, TakenOrder } from './device-log.store.ts';
import { encodeRequest, writeRequestText } from './frame-text.rule.ts';

/** A command that this process sends and follows. */
export interface Running {
  order: OrderedCommand;
  device: SiteDevice;
  cp: string;
  frame: Buffer;
  /** The request for the log. */
  text: string;
  timer?: NodeJS.Timeout;
  /** Another process has sent it. */
  isAdopted?: boolean;
}

/** The request of a command as it is sent now; throws if it cannot be encoded. */
export function makeRunning(
  { secrets, clock }: Pick<App, 'secrets' | 'clock'>,
  { order, sealedCp }: TakenOrder,
  device: SiteDevice,
  { header, codeOf }: { header: StationHeader; codeOf: (channelId: number) => string },
): Running {
  const now = formatDigits(clock.now().getTime(), device.zone, 14);
  const cp = fillAtSending(secrets.open(sealedCp), { now, codeOf });
  const { qn, commandCode: cn } = order;
  const request = { header, mn: device.mn, qn, cn, cp, check: device.check };
  return { order, device, cp, frame: encodeRequest(request), text: writeRequestText(request) };
}

export function pendingOf({ order, cp }: Running): PendingRequest {
  return { qn: order.qn, cn: order.commandCode, cp, kind: order.kind };
}

/** The answer with the channel that the command has asked for: devices leave it out, and others would not know it. */
export function nameChannel(packet: Packet, { order, cp }: Running): Packet {
  return packet.cn === order.commandCode ? { ...packet, cp: nameAskedChannel(packet.cp, cp) } : packet;
}
