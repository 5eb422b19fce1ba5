import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { flagMark, flagsOfValue } from '../quality/flag-mark.ts';
import { workStarted } from '../work.ts';
import { calibrationMethods, issueStates } from './config.ts';

const texts = 'calibration.result';
const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Why an hour is not compared. */
const dropReasons = [
  'noSensor',
  'noReference',
  'invalid',
  'excluded',
  'edited',
  'humidity',
  'rain',
  'coefficients',
  'outlier',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Why nothing is proposed for a channel of a site. */
const proposalRefusals = [
  'notMeasured',
  'noPlace',
  'noReference',
  'tooFar',
  'noReferenceData',
  'otherHours',
  'old',
  'deviceUnread',
  'deviceUnsettled',
  'fewPairs',
  'noSpread',
  'constantReference',
  'lowRSquared',
  'falling',
  'kOutside',
  'bOutside',
  'notBetter',
  'noChange',
] as const;
export type ProposalRefusal = (typeof proposalRefusals)[number];

/** What has become of a result; `accepted` begins the issue. */
const decisions = ['refused', 'proposed', 'accepted', 'rejected'] as const;
export type CalibrationDecision = (typeof decisions)[number];

/** Whether values meet the targets of the US EPA: all of them, some, or none. */
const verdicts = ['met', 'partly', 'missed'] as const;
export type CalibrationVerdict = (typeof verdicts)[number];

/** How corrected values agree with the reference, over hours that were not fitted. */
const statistics = Type.Object({
  count: Type.Integer(),
  /** Null if one side does not vary. */
  rSquared: nullable,
  /** Of the line of corrected values over the reference. */
  slope: nullable,
  intercept: nullable,
  bias: Type.Number(),
  mae: Type.Number(),
  rmse: Type.Number(),
  /** In per cent of the mean of the reference; null if that is 0. */
  nrmse: nullable,
});
export type CalibrationStatistics = Static<typeof statistics>;

/** A target of the US EPA and whether it is met. */
const targetCheck = Type.Object({
  name: Type.Enum(['slope', 'intercept', 'rSquared', 'error']),
  value: nullable,
  met: Type.Boolean(),
});
export type TargetCheck = Static<typeof targetCheck>;

const resultFields = {
  resultId: Type.Integer(),
  runId: Type.Integer(),
  siteId: Type.Integer(),
  siteName: Type.String(),
  channelId: Type.Integer(),
  channelCode: Type.String(),
  channelName: Type.String(),
  channelNameEn: nullableText,
  channelNameFr: nullableText,
  unit: nullableText,
  decimals: Type.Integer(),
  /** The references by name, and the distance of the nearest. */
  references: Type.Array(Type.String()),
  referenceKm: nullable,
  pairs: Type.Integer(),
  dropped: Type.Record(Type.String(), Type.Integer()),
  method: Type.Union([Type.Enum([...calibrationMethods]), Type.Null()]),
  rSquared: nullable,
  kFitted: nullable,
  bFitted: nullable,
  kBefore: Type.Number(),
  bBefore: Type.Number(),
  /** What is proposed, within the limits. */
  k: nullable,
  b: nullable,
  /** Whether the change of the round is smaller than the fit asks for. */
  limited: Type.Boolean(),
  before: Type.Union([statistics, Type.Null()]),
  after: Type.Union([statistics, Type.Null()]),
  /** Of the statistics before and after; empty where there are none, or the unit has no targets. */
  targetsBefore: Type.Array(targetCheck),
  targets: Type.Array(targetCheck),
  verdictBefore: Type.Union([Type.Enum([...verdicts]), Type.Null()]),
  verdict: Type.Union([Type.Enum([...verdicts]), Type.Null()]),
  decision: Type.Enum([...decisions]),
  reason: Type.Union([Type.Enum([...proposalRefusals]), Type.Null()]),
  /** The numbers of the reason: what was found, and the limit. */
  found: nullable,
  limit: nullable,
  decidedAt: Type.Union([Type.Integer(), Type.Null()]),
  /** Null if the config accepted it by itself. */
  decidedBy: nullableText,
  issueState: Type.Union([Type.Enum([...issueStates]), Type.Null()]),
  issuedAt: Type.Union([Type.Integer(), Type.Null()]),
};

/** One channel of one site in a run. */
const result = Type.Object(resultFields);
export type CalibrationResult = Static<typeof result>;

const run = Type.Object({
  runId: Type.Integer(),
  configId: Type.Integer(),
  configName: Type.String(),
  /** The person who started it; null if the schedule did. */
  startedBy: nullableText,
  startedAt: Type.Integer(),
  finishedAt: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  /** The hours that were compared. */
  from: Type.Integer(),
  to: Type.Integer(),
  proposed: Type.Integer(),
  refused: Type.Integer(),
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  /** Why it has failed, or why proposals of a config that accepts by itself wait for a person; in the language of the reader. */
  problem: nullableText,
});
export type CalibrationRun = Static<typeof run>;

export const startCalibration = endpoint({
  method: 'POST',
  path: '/site/calibration/run',
  access: { permission: 'site:calibration:run' },
  body: Type.Object({ configId: identifier }),
  reply: workStarted,
  texts,
});

/** The runs of a config, the newest first. */
export const listCalibrationRuns = endpoint({
  method: 'GET',
  path: '/site/calibration/run/list',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({ configId: identifier }),
  reply: reply.data(Type.Object({ runs: Type.Array(run) })),
  texts,
});

/** A run with its results, by site and channel. */
export const readCalibrationRun = endpoint({
  method: 'GET',
  path: '/site/calibration/run/results',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({ runId: identifier }),
  reply: reply.data(Type.Object({ run, results: Type.Array(result) })),
  texts,
});

export const exportCalibrationRun = exportEndpoint(readCalibrationRun, '/site/calibration/run/export');

const pairs = Type.Object({
  /** The starts of the hours that were compared. */
  at: Type.Array(Type.Integer()),
  /** The raw mean of the site, and the mean of the reference. */
  raw: Type.Array(Type.Number()),
  reference: Type.Array(Type.Number()),
  /** Whether the hour was kept back from the fit. */
  heldOut: Type.Array(Type.Boolean()),
  /** What data rules have found in the hour at the site, standing flags only; and in all of these hours. */
  flags: Type.Array(Type.Array(flagMark)),
  flagged: flagsOfValue,
});
export type CalibrationPairs = Static<typeof pairs>;

/** One result with its pairs. */
export const readCalibrationPairs = endpoint({
  method: 'GET',
  path: '/site/calibration/result/pairs',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({ resultId: identifier }),
  reply: reply.data(Type.Object({ result, pairs })),
  texts,
});

const driftPoint = Type.Object({ at: Type.Integer(), k: Type.Number(), b: Type.Number() });

/** K and B of a channel of a site over time: what was in force, and what the runs have fitted. */
export const readCalibrationDrift = endpoint({
  method: 'GET',
  path: '/site/calibration/drift',
  access: { permission: 'site:calibration:list' },
  query: Type.Object({
    siteId: identifier,
    channelId: identifier,
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: 36 })),
  }),
  reply: reply.data(
    Type.Object({
      from: Type.Integer(),
      to: Type.Integer(),
      zone: Type.String(),
      applied: Type.Array(driftPoint),
      fitted: Type.Array(driftPoint),
    }),
  ),
  texts,
});

const decided = Type.Object({ resultIds: Type.Array(identifier, { minItems: 1, maxItems: 6000 }) });

/** Accepts proposals of one run, which begins their issue. */
export const acceptCalibration = endpoint({
  method: 'PUT',
  path: '/site/calibration/accept',
  access: { permission: 'site:calibration:accept' },
  body: decided,
  reply: reply.data(Type.Object({ decided: Type.Integer() })),
  texts,
});

export const rejectCalibration = endpoint({
  method: 'PUT',
  path: '/site/calibration/reject',
  access: { permission: 'site:calibration:accept' },
  body: decided,
  reply: reply.data(Type.Object({ decided: Type.Integer() })),
  texts,
});
