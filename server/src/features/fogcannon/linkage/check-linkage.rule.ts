import { fail } from '@limpid/contract/errors';
import { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import { fieldLabel } from '@limpid/contract/kit/resource';
import type { LinkageSettings } from './decide.rule.ts';
import { weatherCodes } from './weather-codes.ts';

/** What a rule is checked with. */
export interface LinkageContext {
  /** The range and the name of the channel; undefined if there is no such channel. */
  channel: { min: number | null; max: number | null; name: string } | undefined;
  /** The cannons that were chosen, with the channels that their measuring sites have. */
  cannons: readonly { name: string; channels: ReadonlySet<string> | undefined }[];
  channelCode: string;
  rainCode: string | undefined;
}

/** Refuses a rule that could never start a cannon, or never stop it. */
export function checkLinkage(settings: LinkageSettings, context: LinkageContext): void {
  const { channel, cannons, channelCode, rainCode } = context;
  const label = (name: string) => fieldLabel(linkageRule, name);
  if (!channel) fail('field.choice', { label: label('channelId') }, 'channelId');
  const { threshold, deadBand } = settings;
  const { min, max, name } = channel;
  if ((min !== null && threshold < min) || (max !== null && threshold > max))
    fail('fog_linkage.threshold_range', { name, min: min ?? '−∞', max: max ?? '∞' }, 'threshold');
  const isRising = settings.compare === 'gt' || settings.compare === 'ge';
  const end = isRising ? threshold - deadBand : threshold + deadBand;
  // At this limit no value would be normal again.
  if (isRising ? min !== null && end < min : max !== null && end > max)
    fail('fog_linkage.dead_band', { name, min: min ?? '−∞', max: max ?? '∞' }, 'deadBand');
  if (settings.minRunSeconds > settings.maxRunMinutes * 60) fail('fog_linkage.min_run', {}, 'minRunSeconds');
  checkPair(settings.fromTime, settings.toTime, 'fromTime', 'toTime');
  checkPair(settings.fromDay, settings.toDay, 'fromDay', 'toDay');
  if (settings.fromTime !== null && settings.fromTime === settings.toTime)
    fail('fog_linkage.window_empty', {}, 'toTime');
  if (settings.maxRain !== null && rainCode === undefined)
    fail('field.required', { label: label('rainChannelId') }, 'rainChannelId');
  const needed: [code: string, field: string][] = [
    [channelCode, 'channelId'],
    ...(settings.maxWind === null ? [] : [[weatherCodes.wind, 'maxWind'] as [string, string]]),
    ...(settings.minTemperature === null
      ? []
      : [[weatherCodes.temperature, 'minTemperature'] as [string, string]]),
    ...(rainCode === undefined || settings.maxRain === null
      ? []
      : [[rainCode, 'rainChannelId'] as [string, string]]),
  ];
  for (const { name: cannon, channels } of cannons) {
    if (!channels) fail('fog_linkage.no_site', { name: cannon }, 'siteId');
    for (const [code, field] of needed)
      if (!channels.has(code.toLowerCase()))
        fail('fog_linkage.not_measured', { name: cannon, label: label(field) }, field);
  }
}

/** A period has a beginning and an end, or neither. */
function checkPair(from: string | null, to: string | null, fromName: string, toName: string): void {
  if ((from === null) === (to === null)) return;
  const missing = from === null ? fromName : toName;
  fail('field.required', { label: fieldLabel(linkageRule, missing) }, missing);
}
