import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDataReceiver } from '@limpid/simulator/receiver/data-receiver';

/** A receiver in a process of its own, so that the cost of answering is not counted. */
export interface ReceiverProcess {
  port: number;
  /** Packets answered so far. */
  countAccepted(): Promise<number>;
  stop(): Promise<void>;
}

interface Report {
  port: number;
  accepted: number;
}

/** Sends a report at the start, and for every message. */
if (import.meta.main) {
  const receiver = await openDataReceiver();
  const report = () => process.send?.({ port: receiver.port, accepted: receiver.accepted } satisfies Report);
  process.on('message', report).on('disconnect', () => process.exit());
  report();
}

export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(import.meta.url));
  const { port } = await nextReport(child);
  return {
    port,
    async countAccepted() {
      const report = nextReport(child);
      child.send('report');
      return (await report).accepted;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const [report] = await once(child, 'message');
  return report;
}
