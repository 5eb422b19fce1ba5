import { isSafeLink, readColours } from '@limpid/contract/kit/rich-text';
import { parseCron } from '@limpid/contract/monitor/cron';
import { parseCoordinatePair } from '@limpid/contract/site/coordinates';
import { findAddressProblem } from '@limpid/contract/site/forward-address';
import { createDecoder } from '@limpid/hj212/decoder';
import { readFactors } from '@limpid/hj212/factors';
import { readPacketNumber } from '@limpid/hj212/numbers';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../src/crud/tree.rule.ts';
import { guessLayout } from '../src/features/data/import/history-layout.rule.ts';
import { planColumns } from '../src/features/data/import/history-mapping.rule.ts';
import { readRow } from '../src/features/data/import/history-rows.rule.ts';
import { readTimeCell } from '../src/features/data/import/history-time.rule.ts';
import { parseTimestamp } from '../src/features/ingest/parse-timestamp.rule.ts';
import { readAmount, readPrimary } from '../src/features/reference/reference.rule.ts';
import { isBlacklisted } from '../src/features/system/login/blacklist.rule.ts';
import { normaliseMessage, readFrame } from '../src/platform/error-log/cause.rule.ts';
import { cleanName, readExtension } from '../src/platform/files/file-name.rule.ts';
import { looksLikeMarkup } from '../src/platform/files/file-types.rule.ts';
import { parseQuery } from '../src/platform/http/input/query.ts';
import { parseTarget } from '../src/platform/jobs/target.rule.ts';
import { redact } from '../src/platform/redact.ts';
import { collectRows } from '../src/platform/sheets/collect-rows.ts';
import { defaultSheetLimits } from '../src/platform/sheets/limits.ts';
import { readCsv } from '../src/platform/sheets/read-csv.ts';
import { measureProcessorTime } from '../src/testing/processor-time.ts';

/** Large enough that quadratic work takes many seconds of processor time, and linear work milliseconds. */
const size = 100_000;
const plenty = 2000;

const readers: [string, (text: string) => unknown][] = [
  ['a number of a packet', (text) => readPacketNumber(text)],
  ['the factors of a packet', readFactors],
  ['a stream of packets', (text) => createDecoder().push(Buffer.from(text))],
  ['the moment of a reading', (text) => parseTimestamp(text, 'UTC')],
  ['a time in a sheet', readTimeCell],
  ['a row of a sheet', (text) => readRow({ line: 1, cells: [text, text] }, plan, noSites)],
  ['a heading of a sheet', (text) => guessLayout([{ line: 1, cells: [text, 'time', 'v'] }], [channel])],
  ['a value of a publication', readAmount],
  ['the primary pollutant of a publication', readPrimary],
  ['a text file with separators', (text) => attempt(() => readCsv(Buffer.from(text), noRows()))],
  ['a pair of coordinates', parseCoordinatePair],
  ['forwarding addresses', (text) => findAddressProblem(text, 'hj212-2017')],
  ['the name of a file', (text) => [cleanName(text), readExtension(text)]],
  ['the content of a text file', looksLikeMarkup],
  ['a cron expression', parseCron],
  ['the target of a job', parseTarget],
  ['a list of refused addresses', (text) => isBlacklisted(text, '10.0.0.1')],
  ['a line of a stack', readFrame],
  ['the message of an error', normaliseMessage],
  ['a query', parseQuery],
  ['a text for the operation log', redact],
  ['a link', isSafeLink],
  ['a style', readColours],
];

/** Inputs that make flawed patterns backtrack: long runs of one character with a mismatch at the end. */
const runs = ['1', ' ', '.', '(', '/', '"', ',', 'a.'];

const channel = {
  slot: 0,
  code: 'v',
  gbCode: 'v',
  aliases: [],
  unit: null,
  dataType: 'number',
} as unknown as Parameters<typeof guessLayout>[1][number];
const plan = planColumns(guessLayout([{ line: 1, cells: ['time', 'v'] }], [channel]), {}, [channel]);
const noSites = { ofRow: () => ({ key: 'site', params: {} }), ofColumn: () => undefined };
const noRows = () => collectRows(defaultSheetLimits, () => undefined);

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('work on the event loop is linear in its input', () => {
  it.each(readers)('when reading %s', (_name, read) => {
    for (const run of runs) {
      const middle = run.repeat(size / run.length);
      for (const text of [`1${middle}!`, `2026-01-01 ${middle}!`]) {
        const spent = measureProcessorTime(() => read(text));
        expect(spent, `${run} × ${middle.length}`).toBeLessThan(plenty);
      }
    }
  });

  it('when building a tree whose nodes all have one parent', () => {
    const rows = Array.from({ length: size }, (_, i) => ({
      id: i + 1,
      label: '',
      parentId: i === 0 ? 0 : 1,
    }));
    const spent = measureProcessorTime(() => {
      expect(buildTree(rows)[0]?.children).toHaveLength(size - 1);
    });
    expect(spent).toBeLessThan(plenty);
  });
});
