import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { sendReadings } from '@limpid/contract/ingest/readings';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../platform/app.ts';
import { FailureCounts } from '../../platform/failure-counts.rule.ts';
import { readNetwork } from '../../platform/http/address.rule.ts';
import { route } from '../../platform/http/route.ts';
import { translate } from '../../platform/texts.ts';
import type { SiteDevice } from '../reading/model.api.ts';
import type { Ingest } from './ingest.ts';
import type { JsonReading } from './read-json.rule.ts';

type ReadingResult = ReplyValue<(typeof sendReadings)['reply']>['results'][number];

/** After this time the device is asked to retry: a repeat of stored readings changes nothing. */
const maxWaitMs = 15_000;

/** Limits wrong keys per address. The right key is accepted from any address, however many wrong ones it sent. */
const keyGuesses = { limit: 31, windowMs: 10 * MINUTE_MS, maxKeys: 10_000 };

/** Accepts readings as JSON over HTTP, through the same pipeline and with the same guarantees as packets. */
export function addHttpIngest(app: App, { ingest }: { ingest: Ingest }): void {
  const guesses = new FailureCounts(keyGuesses);

  function identify(key: string | string[] | undefined, address: string): SiteDevice {
    const hash = createHash('sha256')
      .update(String(key ?? ''))
      .digest();
    const device = ingest.directory.findByKey(hash);
    if (device) return device;
    ingest.recordRefusal('', 'password', address);
    const [network, now] = [readNetwork(address), app.clock.now().getTime()];
    guesses.add(network, now);
    const until = guesses.blockedUntil(network, now);
    return until > 0
      ? fail('request.too_many', { seconds: Math.ceil((until - now) / 1000) })
      : fail('ingest.key');
  }

  route(app, sendReadings, async ({ body, request, language }) => {
    const device = identify(request.headers['x-device-key'], request.ip);
    if (ingest.pipeline.full) fail('ingest.busy');
    if (device.enabled && !device.sm4Required) ingest.recordContact(device.siteId, request.ip, 'http');
    const all = Promise.all(
      body.map((given) => storeOne(ingest, device, given, { language, address: request.ip })),
    );
    const results = (await waitAtMost(maxWaitMs, all)) ?? fail('ingest.busy');
    return { stored: results.filter(({ stored }) => stored).length, results };
  });
}

/** Resolves once the reading is on disk, or has been refused. */
function storeOne(
  ingest: Ingest,
  device: SiteDevice,
  given: JsonReading,
  { language, address }: { language: Language; address: string },
): Promise<ReadingResult> {
  const refused: ReadingResult['refused'] = [];
  const refuse = (reason: RefusalReason, detail?: string) => {
    ingest.recordRefusal(device.mn, reason, address, detail);
    // "Not encrypted" alone would not tell the device that HTTP is not accepted at all.
    const key = reason === 'plain' ? 'notes.plain' : `fields.reason_${reason}`;
    const msg = translate(language, `ingest.refusal.${key}`);
    refused.push({ reason, msg, ...(detail && { detail }) });
  };
  return new Promise((resolve) =>
    ingest.storeJson(given, device, refuse, (stored) => resolve({ stored, refused })),
  );
}

/** Undefined after the timeout. */
async function waitAtMost<V>(ms: number, work: Promise<V>): Promise<V | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
