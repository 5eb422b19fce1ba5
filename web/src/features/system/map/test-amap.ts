import { type TileTrial, testAmapKeys } from '@limpid/contract/system/map-settings';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { describeConnectionError, type TrialOutcome } from './test-provider.ts';

const texts = 'system.mapSettings';
const host = 'restapi.amap.com';

export interface AmapKeys {
  amapKey: string;
  amapCode: string;
}

/** Whether AMap accepts the keys. The server asks, because the policy of this page names no host of AMap. */
export async function testAmap({ amapKey, amapCode }: AmapKeys): Promise<TrialOutcome> {
  try {
    return describe(await call(testAmapKeys, { body: { amapKey, amapCode }, quiet: true }));
  } catch (error) {
    if (error instanceof CallError) return { isGood: false, text: error.message, values: {} };
    throw error;
  }
}

function describe({ outcome, error, isReadable: _, ...facts }: TileTrial): TrialOutcome {
  // A key that is bound to addresses is bound to those of pages.
  const asked = outcome === 'wrongAddress' ? location.host : host;
  const values = { ...facts, host: facts.host || asked };
  if (error) return describeConnectionError(error, values);
  const group = outcome === 'failed' ? 'trial' : 'amapTrial';
  return { isGood: outcome === 'accepted', text: `${texts}.${group}.${outcome}`, values };
}
