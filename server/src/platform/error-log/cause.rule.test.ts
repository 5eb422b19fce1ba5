import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '../../testing/processor-time.ts';
import {
  findPosition,
  fingerprintCause,
  listFrames,
  normaliseMessage,
  type Occurrence,
  readFrame,
  shortenFile,
} from './cause.rule.ts';

describe('a line of a stack', () => {
  it.each([
    [
      '    at edit (file:///srv/limpid/server/src/crud/write.ts:30:11)',
      '/srv/limpid/server/src/crud/write.ts',
      30,
      11,
    ],
    ['    at async /srv/limpid/server/src/main.ts:3:1', '/srv/limpid/server/src/main.ts', 3, 1],
    ['    at C:\\limpid\\server\\src\\main.ts:3:1', 'C:\\limpid\\server\\src\\main.ts', 3, 1],
    [
      '    at T (https://air.example/assets/PostScreen-Bx3k2abc.js:1:2345)',
      'https://air.example/assets/PostScreen-Bx3k2abc.js',
      1,
      2345,
    ],
    ['render@https://air.example/assets/index-abc.js:2:99', 'https://air.example/assets/index-abc.js', 2, 99],
    [
      '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
      'node:internal/process/task_queues',
      104,
      5,
    ],
  ])('has a position: %s', (line, file, row, column) => {
    const position = readFrame(line);
    expect({ ...position, file: position?.file.replace('file://', '') }).toEqual({ file, line: row, column });
  });

  it.each(['TypeError: rows is null', '    at <anonymous>', '', 'a:b:c'])(
    'has no position if it is %j',
    (line) => {
      expect(readFrame(line)).toBeUndefined();
    },
  );
});

it('the shown position is the first one in the product’s own code', () => {
  const place = (file: string) => ({ file, line: 1, column: 1 });
  const frames = [
    place('node_modules/pg/lib/client.js'),
    undefined,
    place('server/src/crud/list.ts'),
    place('node:net'),
  ];
  expect(findPosition(frames)?.file).toBe('server/src/crud/list.ts');
  expect(findPosition([place('node:net')])?.file).toBe('node:net');
  expect(findPosition([])).toBeUndefined();
});

it('a stack keeps at most thirty frames, without the message above them', () => {
  const frame = '    at f (file:///a.ts:1:1)';
  expect(listFrames(`Error: secret\nin two lines\n${Array(80).fill(frame).join('\n')}`)).toEqual(
    Array(30).fill(frame),
  );
});

it('a file is named relative to the root of the product, without its origin', () => {
  expect(shortenFile('file:///srv/limpid/server/src/a.ts', '/srv/limpid/')).toBe('server/src/a.ts');
  expect(shortenFile('https://air.example/assets/a.js', '/srv/limpid/')).toBe('assets/a.js');
});

describe('one cause', () => {
  const occurrence = (message: string, kind = 'TypeError'): Occurrence => ({
    source: 'browser',
    kind,
    message,
    stack: undefined,
    userName: undefined,
    url: undefined,
    requestId: undefined,
    version: undefined,
    browser: undefined,
    count: 1,
  });
  const name = (message: string, file = 'a.ts', kind?: string) =>
    fingerprintCause(occurrence(message, kind), file);

  it('is the same whatever number, id or value it happened with', () => {
    expect(name('row 17 of "sys_post" is gone')).toBe(name('row 4 of "sys_user" is gone'));
    expect(name('no 0b1c6d3a-31a7-4f2e-9d0e-0a7c5f1b2c3d')).toBe(
      name('no 1b1c6d3a-31a7-4f2e-9d0e-0a7c5f1b2c3e'),
    );
    expect(name('x', 'assets/Post-Bx3k2abc.js')).toBe(name('x', 'assets/Post-Zz9_-klm.js'));
    expect(normaliseMessage('connect 10.0.0.1:5432')).toBe('connect #.#.#.#:#');
  });

  it('differs by place, by kind of error and by message', () => {
    const causes = [name('a'), name('b'), name('a', 'b.ts'), name('a', 'a.ts', 'RangeError')];
    expect(new Set(causes).size).toBe(4);
  });

  it('is found quickly in a message crafted to be slow', () => {
    const spent = measureProcessorTime(() => {
      normaliseMessage('"'.repeat(100_000));
      normaliseMessage(`'${'a'.repeat(100_000)}`);
    });
    expect(spent).toBeLessThan(500);
  });
});
