import { formatDigits } from '@limpid/contract/local-time';
import type { StationHeader } from '@limpid/hj212/commands';
import { passwordInFrame } from '@limpid/hj212/encode';
import {
  type ExchangeEvent,
  type ExchangeTimes,
  type PendingRequest,
  readAnswer,
} from '@limpid/hj212/exchange';
import type { Packet } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { findSentCode } from '../commands/sent-code.rule.ts';
import { fillAtSending, sendingTime } from '../commands/template.rule.ts';
import { nameAskedChannel } from '../parameters/answer-values.rule.ts';
import type { OrderedCommand, TakenOrder } from './device-log.store.ts';
import { encodeRequest, listReceivedContents, writeRequestText } from './frame-text.rule.ts';
import type { RequestNumbers } from './request-numbers.ts';
import type { RunnerOptions, StationConnection } from './runner-options.ts';

interface Request {
  cp: string;
  frame: Buffer;
  /** The request for the log. */
  text: string;
}

/** A command that this process sends and follows. */
export interface Running extends Request {
  order: OrderedCommand;
  device: SiteDevice;
  /** The only one over which it is sent. */
  connection: StationConnection;
  /** The request as it is now: the same, except for the time of sending. */
  makeRequest(): Request;
  timer?: NodeJS.Timeout;
  /** Another process has sent it. */
  isAdopted?: boolean;
}

type Deps = Pick<App, 'secrets' | 'clock' | 'log'> & Pick<RunnerOptions, 'directory' | 'link'>;

/** Throws if the request cannot be encoded. */
function makeRunning(
  app: Deps,
  { order, sealedCp }: TakenOrder,
  device: SiteDevice,
  connection: StationConnection,
): Running {
  const { header } = connection;
  const codeOf = (channelId: number) => codeFor(app, device, header, channelId);
  const content = fillAtSending(app.secrets.open(sealedCp), { now: sendingTime, codeOf });
  const { qn, commandCode: cn } = order;
  const makeRequest = () => {
    const now = formatDigits(app.clock.now().getTime(), device.zone, 14);
    const cp = fillAtSending(content, { now, codeOf });
    const request = { header, mn: device.mn, qn, cn, cp, check: device.check };
    return { cp, frame: encodeRequest(request), text: writeRequestText(request) };
  };
  return { order, device, connection, makeRequest, ...makeRequest() };
}

/** A command with its request as it is sent now, or the reason why that cannot be made. */
export function tryRunning(
  app: Deps,
  taken: TakenOrder,
  device: SiteDevice,
  connection: StationConnection,
): Running | 'password' | 'unencodable' {
  const { logId, siteId, commandCode } = taken.order;
  try {
    if (!passwordInFrame.test(connection.header.pw)) return 'password';
    return makeRunning(app, taken, device, connection);
  } catch {
    // The error is not logged, because it may quote a password.
    app.log.error({ logId, siteId, commandCode }, 'encoding a command failed, not sent');
    return 'unencodable';
  }
}

/** The code under which a device knows a channel, in the version that the device speaks. */
function codeFor(
  { directory, link }: Deps,
  device: SiteDevice,
  { version }: StationHeader,
  channelId: number,
): string {
  const channel = directory.channels().find((one) => one.channelId === channelId);
  if (!channel) throw new Error(`channel ${channelId} is gone`);
  const speaking = { ...device, kind: { ...device.kind, protocol: `hj212-${version}` } };
  return findSentCode(speaking, channel, listReceivedContents(link.listFrames(device.mn) ?? []));
}

export function pendingOf({ order, cp }: Running): PendingRequest {
  return { qn: order.qn, cn: order.commandCode, cp, kind: order.kind };
}

/** What a packet says about a command; undefined if it is about something else. */
export function readFor(one: Running, packet: Packet, numbers: RequestNumbers): ExchangeEvent | undefined {
  return readAnswer(packet, pendingOf(one), (qn) => numbers.isEarlier(one.order.siteId, qn));
}

/** The answer with the channel that the command has asked for: devices leave it out, and others would not know it. */
export function nameChannel(packet: Packet, { order, cp }: Running): Packet {
  return packet.cn === order.commandCode ? { ...packet, cp: nameAskedChannel(packet.cp, cp) } : packet;
}

/** The times of a command as they are now: one whose time to be sent is over is not sent again. */
export function timesAt({ times, sendUntil }: OrderedCommand, now: number): ExchangeTimes {
  return now < sendUntil ? times : { ...times, retries: 0 };
}
