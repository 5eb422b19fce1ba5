import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodeData } from '@limpid/hj212/encode';
import { readExchange } from '@limpid/hj212/fields';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataReceiver, openDataReceiver } from './data-receiver.ts';

let receiver: DataReceiver;
let sockets: Socket[];

beforeEach(async () => {
  receiver = await openDataReceiver({ slowMs: 50 });
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await receiver.close();
});

function frame(qn: string, wantsAnswer = true): Buffer {
  const items = [[{ name: 'DataTime', value: '20261118183000' }], [{ name: 'a34004-Rtd', value: '35.5' }]];
  const fields = { version: '2017' as const, qn, st: '22', cn: '2011', pw: '123456', mn: 'M1', wantsAnswer };
  return Buffer.concat(encodeData({ ...fields, items }));
}

function open() {
  const socket = connect(receiver.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const decoder = createDecoder();
  const answers: string[] = [];
  socket.on('data', (chunk) => {
    for (const one of decoder.push(chunk))
      answers.push(one.ok ? `${one.packet.cn} ${readExchange(one.packet)} ${one.packet.mn}` : one.reason);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, answers, closed };
}

describe('the receiver of the demonstration', () => {
  it('answers every packet that asks for it with a valid 9014, also between bytes that are no frames', async () => {
    const { socket, answers } = open();
    socket.write(Buffer.concat([frame('20261118183000001'), frame('20261118183000002', false)]));
    socket.write(Buffer.from('no frame\r\n'));
    const last = frame('20261118183000003');
    socket.write(last.subarray(0, 30));
    socket.write(last.subarray(30));
    await expect.poll(() => answers).toEqual(['9014 20261118183000001 M1', '9014 20261118183000003 M1']);
    expect(receiver.accepted).toBe(2);
  });

  it('answers later while it is slow', async () => {
    receiver.setMode('slow');
    const { socket, answers } = open();
    const start = performance.now();
    socket.write(frame('20261118183000001'));
    await expect.poll(() => answers).toHaveLength(1);
    expect(performance.now() - start).toBeGreaterThan(45);
  });

  it('ends connections while it is away, and takes them again at the same port', async () => {
    const before = open();
    await once(before.socket, 'connect');
    before.socket.write(frame('20261118183000001'));
    await expect.poll(() => before.answers).toHaveLength(1);
    receiver.setMode('away');
    await before.closed;
    const meanwhile = open();
    meanwhile.socket.write(frame('20261118183000002'));
    await meanwhile.closed;
    expect(meanwhile.answers).toEqual([]);
    receiver.setMode('normal');
    const after = open();
    after.socket.write(frame('20261118183000003'));
    await expect.poll(() => after.answers).toHaveLength(1);
  });

  it('stops reading from a sender that takes no answers', async () => {
    const { socket } = open();
    socket.pause();
    await once(socket, 'connect');
    const many = Buffer.concat(Array.from({ length: 400 }, () => frame('20261118183000001')));
    let written = 0;
    // Without a limit this would go on for ever.
    while (written < 5000 && socket.writableLength < 1_000_000) {
      socket.write(many);
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBeLessThan(5000);
  });
});
