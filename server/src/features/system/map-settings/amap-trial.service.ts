import type { Input } from '@limpid/contract/kit/endpoint';
import { judgeAmap } from '@limpid/contract/map/judge-amap';
import { type TileTrial, type testAmapKeys, trialTimeoutMs } from '@limpid/contract/system/map-settings';
import type { FastifyRequest } from 'fastify';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { asBrowser, describeFailure, type TrialDeps } from './tile-trial.service.ts';

/** AMap's library asks this address whether its key is accepted. */
const address = 'https://restapi.amap.com/v3/log/init';
const maxBytes = 64 * 1024;

/** Whether AMap accepts the keys; failures are results too. Pages cannot ask: their policy allows AMap on `/gaode` alone. */
export async function tryAmapKeys(
  { outbound }: TrialDeps,
  { amapKey, amapCode }: Input<typeof testAmapKeys>['body'],
  { headers }: Pick<FastifyRequest, 'headers'>,
  from = address,
): Promise<TileTrial> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const question = new URLSearchParams({
    platform: 'JS',
    product: 'JsInit',
    s: 'rsv3',
    logversion: '2.0',
    sdkversion: '2.0',
    appname: `${headers.origin ?? ''}/gaode`,
    key: amapKey.trim(),
    jscode: amapCode.trim(),
  });
  try {
    const { status, bytes } = await outbound.request({
      url: `${from}?${question}`,
      policy: 'public',
      allowHttp: from !== address,
      timeoutMs: Math.min(trialTimeoutMs, outbound.timeoutMs),
      maxBytes,
      headers: asBrowser(headers),
    });
    const verdict = judgeAmap({ status, text: bytes.toString('utf8') });
    return { ...verdict, milliseconds: elapsed(), bytes: bytes.length };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return describeFailure(error, elapsed());
  }
}
