import { formatDigits } from '@limpid/contract/local-time';
import { type AnswerPacket, answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { deviceCommand, encodeCommand, readStationHeader, readTimeFactor } from '@limpid/hj212/commands';
import { passwordInFrame } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import type { Refuse, StationPort, StationProfile } from './station-port.ts';

const answerCommands = new Set<string>(Object.values(answerCommand));
const heartbeat = String(deviceCommand.heartbeat);
const timeRequest = String(deviceCommand.requestTime);
const standardCommand = /^(1\d{3}|20[0-9]{2}|2111|30\d\d|9015)$/;

/** The way back to the sender of a packet. */
interface Sender {
  refuse: Refuse;
  send(frame: Buffer): void;
  now(): number;
  /** Whether commands reach it. */
  takesCommands: boolean;
  /** Runs what follows the storing; an error concerns this sender only. */
  guard(work: () => void): void;
}

/** Whether the password of a packet is that of the station, or one that is just being set. */
export function matchesPassword(
  port: StationPort,
  station: StationProfile,
  password: string | null,
): boolean {
  return (
    station.password === null || station.password === password || port.acceptsPassword(station, password)
  );
}

/**
 * Stores and answers a packet of an accepted station. `onEnd` is called once everything is done, with false if data could
 * not be stored; the answer precedes it.
 */
export function dispatchPacket(
  port: StationPort,
  packet: Packet,
  station: StationProfile,
  sender: Sender,
  onEnd: (isDone: boolean) => void,
): void {
  const answer = (content: AnswerPacket) =>
    sender.send(encodeAnswer(packet, content, { crc: station.check.crc }));
  if (packet.cn === heartbeat || packet.cn === timeRequest) {
    answer({ cn: answerCommand.notice });
    if (packet.cn === timeRequest) sendClock(port, packet, station, sender);
    return onEnd(true);
  }
  const found = port.receiveAnswer(packet, station);
  if (answerCommands.has(packet.cn)) return onEnd(true);
  if (found !== true && port.isReferenceRequest(packet.cn, station)) {
    return port.answerReferenceRequest(packet, station, (frame) =>
      sender.guard(() => {
        if (frame && packet.wantsAnswer) answer({ cn: answerCommand.data });
        if (frame) sender.send(frame);
        else sender.refuse('storage');
        onEnd(frame !== undefined);
      }),
    );
  }
  if (port.isData(packet.cn, station)) {
    return port.store({ packet, station, isAnswer: found === true }, sender.refuse, (stored) =>
      sender.guard(() => {
        if (stored && packet.wantsAnswer) answer({ cn: answerCommand.data });
        onEnd(stored);
      }),
    );
  }
  const finish = (isAnswer: boolean) => {
    if (isAnswer && packet.wantsAnswer) answer({ cn: answerCommand.data });
    if (!isAnswer)
      sender.refuse(standardCommand.test(packet.cn) ? 'unsupported' : 'unknownCommand', packet.cn);
    onEnd(isAnswer);
  };
  if (typeof found === 'boolean') finish(found);
  else void found.then((isAnswer) => sender.guard(() => finish(isAnswer)));
}

/**
 * Sets the clock that has asked for the time: by a command, or at once for a sender that gets no commands. Nothing is
 * sent with a password that would break the frame.
 */
function sendClock(port: StationPort, packet: Packet, station: StationProfile, sender: Sender): void {
  const factor = readTimeFactor(packet);
  if (factor === undefined) return;
  if (sender.takesCommands) return port.orderClock(packet, station);
  const presented = readStationHeader(packet);
  if (!passwordInFrame.test(presented.pw)) return;
  const header = { ...presented, qn: port.reserveQn(station), mn: station.mn };
  const time = { SystemTime: formatDigits(sender.now(), station.zone, 14), ...(factor && { PolId: factor }) };
  const clock = encodeCommand(deviceCommand.setClock, header, time, { crc: station.check.crc });
  sender.send(clock);
  port.recordClock(packet, station, clock);
}
