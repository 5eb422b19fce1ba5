import { type CalibrationResult, exportCalibrationRun } from '@limpid/contract/calibration/result';
import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import { type ExportedTable, routeTableExport } from '../../../platform/work/table-export.ts';
import { listResults } from './result.store.ts';
import { findRun } from './run.store.ts';

/** Writes the results of a run into a file. */
export function routeRunExport(app: App): void {
  routeTableExport(app, exportCalibrationRun, async ({ scope, body: { runId }, language }) => {
    if (!(await findRun(app.db, scope, runId))) fail('calibration.run_gone');
    return makeTable(await listResults(app.db, scope, runId), language);
  });
}

const round = (value: number | null | undefined, digits = 4): number | null =>
  typeof value === 'number' ? Number(value.toPrecision(digits)) : null;

type Column = [name: string, read: (result: CalibrationResult, language: Language) => Cell];

const statisticNames = ['slope', 'intercept', 'rSquared', 'bias', 'mae', 'rmse', 'nrmse'] as const;

const statistic = (side: 'before' | 'after', name: (typeof statisticNames)[number]): Column => [
  `${side}_${name}`,
  (result) => round(result[side]?.[name]),
];

const verdict = (name: string, side: 'verdictBefore' | 'verdict'): Column => [
  name,
  (result, language) => {
    const found = result[side];
    return found && translate(language, `calibration.result.verdicts.${found}`);
  },
];

const columns: Column[] = [
  ['siteName', ({ siteName }) => siteName],
  ['channel', (result, language) => localised(result, 'channelName', language)],
  ['unit', ({ unit }) => unit],
  ['references', ({ references }) => references.join(', ')],
  ['referenceKm', ({ referenceKm }) => round(referenceKm, 3)],
  ['pairs', ({ pairs }) => pairs],
  ['dropped', ({ dropped }, language) => describeDropped(dropped, language)],
  [
    'method',
    ({ method }, language) => method && translate(language, `calibration.config.fields.method_${method}`),
  ],
  ['rSquared', ({ rSquared }) => round(rSquared)],
  ['kBefore', ({ kBefore }) => kBefore],
  ['bBefore', ({ bBefore }) => bBefore],
  ['kFitted', ({ kFitted }) => round(kFitted)],
  ['bFitted', ({ bFitted }) => round(bFitted)],
  ['k', ({ k }) => k],
  ['b', ({ b }) => b],
  ...statisticNames.flatMap((name) => [statistic('before', name), statistic('after', name)]),
  verdict('verdictBefore', 'verdictBefore'),
  verdict('verdictAfter', 'verdict'),
  ['decision', ({ decision }, language) => translate(language, `calibration.result.decisions.${decision}`)],
  ['reason', describeReason],
  ['decidedBy', ({ decidedBy }) => decidedBy],
];

function describeDropped(dropped: CalibrationResult['dropped'], language: Language): string {
  return Object.entries(dropped)
    .map(([reason, count]) => `${translate(language, `calibration.result.drops.${reason}`)} ${count}`)
    .join(', ');
}

function describeReason({ reason, found, limit }: CalibrationResult, language: Language): string | null {
  if (!reason) return null;
  const params = { found: round(found, 3) ?? '', limit: round(limit, 3) ?? '' };
  return translate(language, `calibration.result.reasons.${reason}`, params);
}

function makeTable(results: readonly CalibrationResult[], language: Language): ExportedTable {
  return {
    columns: columns.map(([name]) => ({ header: translate(language, `calibration.result.columns.${name}`) })),
    rows: results.map((result) => columns.map(([, read]) => read(result, language))),
    count: results.length,
  };
}
