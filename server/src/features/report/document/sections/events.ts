import type { ReportSection, ReportTable } from '@limpid/contract/report/document';
import type { DocumentContext } from '../context.ts';
import { makeTable } from '../table.ts';

function makeSection(
  key: string,
  { words }: DocumentContext,
  tables: ReportTable[],
  paragraphs: string[] = [],
): ReportSection {
  return { key, title: words.say(`sections.${key}`), paragraphs, figures: [], charts: [], tables };
}

/** Alarms that were raised within the period. */
export function makeAlarms(context: DocumentContext): ReportSection | undefined {
  const { words, own } = context;
  const { say } = words;
  const { bySeverity, most } = own?.alarms ?? { bySeverity: [], most: [] };
  if (bySeverity.length === 0) return undefined;
  return makeSection('alarms', context, [
    makeTable({
      key: 'alarms',
      fields: [
        { title: say('columns.severity'), read: ({ severity }) => say(`severities.${severity}`) },
        { title: say('columns.count'), kind: 'number', read: ({ count }) => count },
        { title: say('columns.acknowledged'), kind: 'number', read: ({ acknowledged }) => acknowledged },
        { title: say('columns.duration'), width: 1.4, read: ({ seconds }) => words.duration(seconds) },
      ],
      rows: bySeverity,
      notes: [say('alarms.basis')],
    }),
    makeTable({
      key: 'mostAlarms',
      title: say('alarms.most'),
      fields: [
        { title: say('columns.site'), width: 2.2, read: ({ siteName }) => siteName },
        { title: say('columns.rule'), width: 2.6, read: ({ ruleName }) => ruleName },
        { title: say('columns.count'), kind: 'number', read: ({ count }) => count },
        { title: say('columns.duration'), width: 1.4, read: ({ seconds }) => words.duration(seconds) },
      ],
      rows: most,
    }),
  ]);
}

export function makeCannons(context: DocumentContext): ReportSection | undefined {
  const { words, own } = context;
  const { say } = words;
  if (!own || own.cannons.length === 0) return undefined;
  return makeSection('cannons', context, [
    makeTable({
      key: 'cannons',
      fields: [
        { title: say('columns.cannon'), width: 2.6, read: ({ cannonName }) => cannonName },
        { title: say('columns.runs'), kind: 'number', read: ({ runs }) => runs },
        { title: say('columns.duration'), width: 1.4, read: ({ seconds }) => words.duration(seconds) },
        {
          title: say('columns.water'),
          unit: 'm³',
          kind: 'number',
          decimals: 1,
          read: ({ water }) => (water === null ? null : water / 1000),
        },
      ],
      rows: own.cannons,
      notes: [say('cannons.basis')],
    }),
  ]);
}

export function makeCalibrations(context: DocumentContext): ReportSection | undefined {
  const { words, own } = context;
  const { say } = words;
  if (!own || own.coefficients.length === 0) return undefined;
  const change = (from: number, to: number) => `${words.number(from, 3)} → ${words.number(to, 3)}`;
  return makeSection('calibrations', context, [
    makeTable({
      key: 'calibrations',
      fields: [
        { title: say('columns.site'), width: 2.4, read: ({ siteName }) => siteName },
        { title: say('columns.channel'), width: 1.2, read: ({ channelCode }) => channelCode },
        { title: say('columns.inForce'), width: 2, read: ({ confirmedAt }) => words.moment(confirmedAt) },
        { title: 'K', width: 1.8, read: ({ kBefore, k }) => change(kBefore, k) },
        { title: 'B', width: 1.8, read: ({ bBefore, b }) => change(bBefore, b) },
        {
          title: say('columns.state'),
          width: 1.4,
          read: ({ state }) =>
            say(state === 'rolledBack' ? 'calibrations.rolledBack' : 'calibrations.confirmed'),
        },
      ],
      rows: own.coefficients,
      notes: [say('calibrations.basis')],
    }),
  ]);
}

export function makeCorrections(context: DocumentContext): ReportSection | undefined {
  const { words, own } = context;
  const { say } = words;
  if (!own || own.corrections.length === 0) return undefined;
  return makeSection('corrections', context, [
    makeTable({
      key: 'corrections',
      fields: [
        { title: say('columns.site'), width: 2.2, read: ({ siteName }) => siteName },
        { title: say('columns.channel'), width: 1.2, read: ({ channelCode }) => channelCode },
        { title: say('columns.from'), width: 1.9, read: ({ first }) => words.moment(first) },
        { title: say('columns.to'), width: 1.9, read: ({ last }) => words.moment(last) },
        { title: say('columns.changedValues'), kind: 'number', read: ({ values }) => values },
        { title: say('columns.reason'), width: 2.6, read: ({ reason }) => words.stored(reason) },
        { title: say('columns.person'), width: 1.4, read: ({ operName }) => operName },
      ],
      rows: own.corrections,
      notes: [say('corrections.basis')],
    }),
  ]);
}
