import { once } from 'node:events';
import { connect } from 'node:net';
import { MINUTE_MS } from '@limpid/contract/durations';
import { encodeReading } from '../../server/src/features/forward/transport/hj212-packet.rule.ts';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { listValue } from '../gateway/minute-stations.ts';

const window = 200;
const format = { version: '2017', password: '123456', wantsAnswer: true, zone: 'Asia/Shanghai' } as const;

export interface LoopFigures {
  framesPerSecond: number;
  /** Processor milliseconds of this process for 1,000 frames. */
  processor: number;
}

/** Encodes frames, writes them to one socket and waits for their answers, a window of them at once; nothing else. */
export async function measureBareLoop(
  port: number,
  frames: number,
  codes: readonly string[],
): Promise<LoopFigures> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const base = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  let [sent, answered, rest] = [0, 0, ''];

  function encode(number: number): Buffer {
    const ts = base + number * MINUTE_MS;
    const values = codes.map((code, n) => ({
      code,
      value: listValue(number, n + 1, ts),
      low: null,
      high: null,
      flag: 'N',
    }));
    const site = { siteName: '', mn: `BENCH${number % 1000}`, systemCode: '22' };
    const packet = { site, kind: packetKind.minute, ts, qn: base + number, isReissued: false, values };
    return Buffer.concat(encodeReading(packet, format, {}).map(({ frame }) => frame));
  }

  const push = () => {
    socket.cork();
    while (sent < frames && sent - answered < window) socket.write(encode(sent++));
    socket.uncork();
  };
  const [begun, processor] = [performance.now(), process.cpuUsage()];
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      const answers = (rest + chunk.toString('latin1')).split('CN=9014');
      rest = (answers.at(-1) ?? '').slice(-6);
      answered += answers.length - 1;
      if (answered >= frames) resolve();
      else push();
    });
  });
  push();
  await done;
  const { user, system } = process.cpuUsage(processor);
  socket.destroy();
  return {
    framesPerSecond: (frames * 1000) / (performance.now() - begun),
    processor: (user + system) / frames,
  };
}
