import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { ForwardFailure, type ForwardTarget, type JsonReceiver, type Transport } from '../target.ts';
import { checkSettings } from './check-settings.ts';
import { findResponseFailure, writeReading } from './json-message.rule.ts';
import { describeConnectFailure } from './open-socket.ts';
import { makeSendQueue } from './send-queue.ts';

/** Each request has a connection of its own. */
const maxRequests = 8;
const maxResponseBytes = 64 * 1024;

/** Sends each reading by a request over HTTPS. */
export function openJsonTransport(
  { outbound }: { outbound: Pick<Outbound, 'request'> },
  { zone, answerMs, minGapMs }: Pick<ForwardTarget, 'zone' | 'answerMs' | 'minGapMs'>,
  { url, header, ca }: JsonReceiver,
): Transport {
  checkSettings({ write: (packet) => writeReading(packet, zone), ca, header });
  const queue = makeSendQueue(maxRequests, minGapMs);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(header && { [header.name]: header.value }),
  };

  async function request(body: string): Promise<void> {
    let isSent = false;
    const {
      status,
      text,
      headers: received,
    } = await outbound
      .request({
        url,
        policy: 'private',
        method: 'POST',
        headers,
        body,
        timeoutMs: answerMs,
        maxBytes: maxResponseBytes,
        ca,
        beforeSending() {
          if (queue.isClosed) throw new ForwardFailure('connection', 'closed');
          isSent = true;
        },
      })
      .catch((error: unknown) => explain(error, isSent));
    const failure = findResponseFailure({
      status,
      text: hideHeader(text, header?.value),
      contentType: received['content-type'],
    });
    if (failure) throw new ForwardFailure(failure.reason, failure.message, 'own');
  }

  return {
    describe: (packet) => writeReading(packet, zone),
    async send(packet) {
      const body = writeReading(packet, zone);
      await queue.run(packet, () => request(body));
    },
    async close() {
      queue.close();
    },
  };
}

/** Some servers repeat the request in an error; the secret must not get into the log with it. */
function hideHeader(text: string, value: string | undefined): string {
  const parts = [value ?? '', value?.split(/\s+/).at(-1) ?? ''];
  return parts.reduce((hidden, part) => (part === '' ? hidden : hidden.replaceAll(part, '***')), text);
}

function explain(error: unknown, isSent: boolean): never {
  if (error instanceof ForwardFailure) throw error;
  const isLate = error instanceof OutboundError && error.code === 'timeout';
  // The packet is written already: what fails is the way to the receiver.
  const reason = isLate ? 'timeout' : 'connection';
  throw new ForwardFailure(reason, describeConnectFailure(error), isSent ? 'own' : undefined);
}
