import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { makeWorkbook, makeZip, readInProcess, writeToBuffer, yieldRows } from './workbook.fixture.ts';

const megabyte = 1024 * 1024;
const numberCell = (reference: string, value = 1) => `<c r="${reference}"><v>${value}</v></c>`;
const textRow = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
const outcomeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: { key?: string }) => error.key ?? error,
  );
/** Reads as the server does, in a child process with its limits. */
const keyOf = (bytes: Uint8Array, limits = {}) => outcomeOf(readSheet(bytes, limits));
/** Reads in this process, for tests that depend only on the content. */
const keyInProcess = (bytes: Buffer, limits = {}) => outcomeOf(readInProcess(bytes, limits));

async function* zeros(megabytes: number) {
  const chunk = Buffer.alloc(megabyte);
  for (let i = 0; i < megabytes; i++) yield chunk;
}

describe('readSheet', () => {
  it('reads cells without references, rich text without its phonetic guide, and formulas by their result', async () => {
    const bytes = await makeWorkbook(
      `<row><c t="inlineStr"><is><r><t>甲</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>jiǎ</t></rPh></is></c><c t="s"><v>0</v></c></row>
       <row r="7"><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>x_x0009_y</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2024-01-02T03:04:05</v></c></row>`,
      { 'xl/sharedStrings.xml': '<sst><si><t><![CDATA[<c> &]]></t><!-- no --></si></sst>' },
    );
    expect(await readSheet(bytes)).toEqual({
      header: ['甲 b', '<c> &'],
      rows: [{ line: 7, cells: [2, 'x\ty', true, '#N/A', new Date('2024-01-02T03:04:05Z')] }],
    });
  });

  it('skips empty rows, also a hundred thousand of them', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" s="0"/></row>`,
    );
    const bytes = await makeWorkbook(`<row r="1">${numberCell('A1')}</row>${rows.join('')}`);
    expect(await readInProcess(bytes)).toEqual({ header: ['1'], rows: [] });
    expect(await keyInProcess(await makeWorkbook(rows.join('')))).toBe('sheet.empty');
  });

  it('reads the first visible sheet', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['hidden']]), 'a');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['seen']]), 'b');
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    for (const bookType of ['xlsx', 'biff8'] as const) {
      expect((await readInProcess(write(book, { type: 'buffer', bookType }))).header).toEqual(['seen']);
    }
  });

  it('reads Chinese text that a Chinese Excel 95 wrote', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['NAME'], ['CITY']]), 'a');
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'biff5' });
    bytes.writeUInt16LE(936, bytes.indexOf(Buffer.from('42000200', 'hex')) + 4);
    // The writer supports Latin letters only: four of them make room for two Chinese characters in GBK.
    Buffer.from('c3fbb3c6', 'hex').copy(bytes, bytes.indexOf('NAME'));
    Buffer.from('b1b1bea9', 'hex').copy(bytes, bytes.indexOf('CITY'));
    expect(await readInProcess(bytes)).toEqual({ header: ['名称'], rows: [{ line: 2, cells: ['北京'] }] });
  });

  it('parses at most two files at once and completes all', async () => {
    const bytes = await writeToBuffer({
      sheetName: 'a',
      columns: [{ header: 'h' }],
      rows: yieldRows([['x']]),
    });
    let most = 0;
    const count = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const timer = setInterval(() => (most = Math.max(most, count())), 5);
    const sheets = await Promise.all(Array.from({ length: 7 }, () => readSheet(bytes)));
    clearInterval(timer);
    expect(sheets.every((sheet) => sheet.rows.length === 1)).toBe(true);
    expect(most).toBe(2);
  });
});

describe('readSheet with unusable files', () => {
  it.each([
    ['an empty file', ''],
    ['a web page', '<html><table><tr><td>1</td></tr></table></html>'],
    ['comma separated values', 'a,b\n1,2\n'],
    ['a PDF', '%PDF-1.7'],
  ])('refuses %s, whatever its name', async (_, text) => {
    expect(await keyOf(Buffer.from(text))).toBe('sheet.not_a_sheet');
  });

  it('refuses an archive or a document that is not a workbook', async () => {
    expect(await keyOf(await makeZip({ 'readme.txt': 'hello' }))).toBe('sheet.not_a_sheet');
    expect(await keyOf(await makeWorkbook('', { 'xl/workbook.xml': '<document/>' }))).toBe(
      'sheet.not_a_sheet',
    );
    const empty = Buffer.alloc(4096, 0);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(empty);
    expect(await keyOf(empty)).toMatch(/^sheet\.(corrupt|not_a_sheet)$/);
  });

  it('refuses a workbook that is truncated anywhere', async () => {
    const bytes = await writeToBuffer({
      sheetName: 'a',
      columns: [{ header: 'h' }],
      rows: yieldRows([['x']]),
    });
    const cuts = [5, 100, bytes.length >> 1, bytes.length - 30, bytes.length - 10];
    const keys = await Promise.all(cuts.map((end) => keyInProcess(bytes.subarray(0, end))));
    expect(new Set(keys)).toEqual(new Set(['sheet.corrupt']));
  });

  it('refuses a gigabyte packed into a few megabytes, also if the archive states a wrong size', async () => {
    const bytes = await makeWorkbook('', { 'xl/worksheets/one.xml': zeros(1024) });
    expect(bytes.length).toBeLessThan(10 * megabyte);
    expect(await keyOf(bytes)).toBe('sheet.too_large');
    const directory = bytes.readUInt32LE(bytes.length - 6);
    for (let at = directory; at < bytes.length - 22; at += 46 + bytes.readUInt16LE(at + 28))
      bytes.writeUInt32LE(10, at + 24);
    expect(await keyOf(bytes)).toBe('sheet.too_large');
  });

  it('accepts a workbook with a large part that is not read', async () => {
    const bytes = await makeWorkbook(textRow('h'), { 'xl/media/film.bin': zeros(200) });
    expect((await readSheet(bytes)).header).toEqual(['h']);
  });

  it('refuses parts that exceed the limit only together', async () => {
    const limits = { unpackedBytes: 10_000 };
    const filler = `<sst>${'<si><t>0123456789</t></si>'.repeat(300)}</sst>`;
    const bytes = await makeWorkbook(textRow('x'.repeat(4000)), { 'xl/sharedStrings.xml': filler });
    expect(await keyInProcess(bytes, limits)).toBe('sheet.too_large');
    expect(await keyInProcess(bytes)).toBe('read');
  });

  it('refuses one long shared text repeated in every cell', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(150);
    const bytes = await makeWorkbook(`<row>${cells}</row>`, {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(megabyte)}</t></si></sst>`,
    });
    expect(await keyInProcess(bytes)).toBe('sheet.too_large');
  });

  it('refuses too many rows, columns or cells', async () => {
    const rows = await makeWorkbook(textRow('x').repeat(50_002));
    expect(await keyInProcess(rows)).toBe('sheet.too_many_rows');
    expect(await keyInProcess(rows, { rows: 50_001 })).toBe('read');
    expect(await keyInProcess(rows, { rows: 60_000, cells: 50_000 })).toBe('sheet.too_large');
    expect(await keyInProcess(await makeWorkbook(`<row r="1048576">${numberCell('XFD1048576')}</row>`))).toBe(
      'sheet.too_large',
    );
    expect(await keyInProcess(await makeWorkbook(`<row>${numberCell('GR1')}</row>`))).toBe('read');
    expect(await keyInProcess(await makeWorkbook(`<row>${numberCell('GS1')}</row>`))).toBe('sheet.too_large');
  });

  it('refuses a file above the size limit without reading it', async () => {
    expect(await keyOf(Buffer.alloc(10 * megabyte + 1))).toBe('sheet.too_large');
  });

  it('refuses a file that takes too long, and one that needs too much memory', async () => {
    const strings = Array.from(
      { length: 400_000 },
      (_, i) => `<si><t>${i} of many texts that are kept</t></si>`,
    );
    const bytes = await makeWorkbook(textRow('h'), {
      'xl/sharedStrings.xml': `<sst>${strings.join('')}</sst>`,
    });
    expect(await keyOf(bytes)).toBe('read');
    expect(await keyOf(bytes, { milliseconds: 20 })).toBe('sheet.too_slow');
    expect(await keyOf(bytes, { heapMegabytes: 16 })).toBe('sheet.too_large');
  });

  it.each([
    '<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
    '<!DOCTYPE sst SYSTEM "http://127.0.0.1:9/x.dtd"><sst/>',
    '<sst><si><t>never closed',
    '<sst></sst></sst>',
  ])('refuses the shared texts %s', async (xml) => {
    expect(await keyInProcess(await makeWorkbook(textRow('h'), { 'xl/sharedStrings.xml': xml }))).toBe(
      'sheet.corrupt',
    );
  });

  it('refuses arbitrary bytes, always with a sheet error', async () => {
    const signature = fc.constantFrom(
      '',
      '504b0304',
      'd0cf11e0a1b11ae1',
      '0908100000060500',
      '0904060000001000',
    );
    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 3000 }), async (hex, tail) => {
        const key = await keyOf(Buffer.concat([Buffer.from(hex, 'hex'), tail]));
        expect(key).toMatch(/^sheet\.(not_a_sheet|corrupt|empty)$/);
      }),
      { numRuns: 8 },
    );
  });

  it('reads a workbook with broken bytes or refuses it with a sheet error', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['a', 'b'],
        ['c', 1],
      ]),
      'a',
    );
    const originals: Buffer[] = [
      write(book, { type: 'buffer', bookType: 'biff8' }),
      await writeToBuffer({ sheetName: 'a', columns: [{ header: 'h' }], rows: yieldRows([['x'], [1]]) }),
    ];
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        fc.array(change, { minLength: 1, maxLength: 20 }),
        async (original, changes) => {
          const bytes = Buffer.from(original);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          expect(await keyOf(bytes)).toMatch(/^(?:read|sheet\.\w+)$/);
        },
      ),
      { numRuns: 10 },
    );
  });
});
