/** Readings, and the pure rules that correct, merge and average them. */
export {
  type Averaging,
  countCoveredSeconds,
  eachStep,
  joinOutOfRange,
  type Sample,
  type SlotSummary,
  summariseHour,
  summariseSlot,
} from './averaging/averaging.rule.ts';
export { type ChannelPlan, type PlannedChannel, planChannels } from './averaging/channel-plan.rule.ts';
export { applyCoefficients, correctValue } from './correct.rule.ts';
export type { DatedCoefficient, DeviceChannel, NewPassword, SiteDevice, SiteDirectory } from './device.ts';
export { exceedsLimit } from './limit.rule.ts';
export { liveLimitMs } from './live-limit.rule.ts';
export { mergeReadings, type Replaced } from './merge.rule.ts';
export { packOutOfRange } from './out-of-range.rule.ts';
export { presentValue, shortenFloat } from './present-value.rule.ts';
export {
  bits,
  isWithin,
  type Mark,
  numberOutOfRange,
  type PacketKind,
  packetKind,
  packetKinds,
  type Reading,
  type ReadingKey,
  type ValueExtent,
} from './reading.ts';
export { readingsChanged } from './readings-changed.ts';
export { siteChanged } from './site-changed.ts';
