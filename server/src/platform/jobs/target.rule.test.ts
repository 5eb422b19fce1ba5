import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '../../testing/processor-time.ts';
import { formatTarget, parseTarget, type TargetArgument } from './target.rule.ts';

function read(text: string) {
  const parsed = parseTarget(text);
  return 'target' in parsed ? parsed.target : parsed.problem;
}

const call = (...args: TargetArgument[]) => ({ name: 'ryTask', method: 'run', args });
const text = (value: string): TargetArgument => ({ type: 'string', value });

describe('a target', () => {
  it.each<[string, ReturnType<typeof call>]>([
    ['ryTask.run', call()],
    ['ryTask.run()', call()],
    ['  ryTask.run ( ) ', call()],
    ["ryTask.run('ry')", call(text('ry'))],
    ['ryTask.run("ry")', call(text('ry'))],
    ["ryTask.run('')", call(text(''))],
    ["ryTask.run('a,b', 'c')", call(text('a,b'), text('c'))],
    [`ryTask.run("it's", 'say "hi"')`, call(text("it's"), text('say "hi"'))],
    [`ryTask.run('it\\'s', 'C:\\\\air', 'a\\nb')`, call(text("it's"), text('C:\\air'), text('a\\nb'))],
    ["ryTask.run('(1, 2)')", call(text('(1, 2)'))],
    ["ryTask.run('中文，，')", call(text('中文，，'))],
    ['ryTask.run(true, FALSE)', call({ type: 'boolean', value: true }, { type: 'boolean', value: false })],
    ['ryTask.run(2000L)', call({ type: 'long', value: 2000 })],
    ['ryTask.run(-5l)', call({ type: 'long', value: -5 })],
    ['ryTask.run(316.50D)', call({ type: 'double', value: 316.5 })],
    ['ryTask.run(3d)', call({ type: 'double', value: 3 })],
    ['ryTask.run(100)', call({ type: 'integer', value: 100 })],
    ['ryTask.run(-2147483648)', call({ type: 'integer', value: -2147483648 })],
  ])('is parsed: %s', (written, target) => {
    expect(read(written)).toEqual(target);
  });

  it.each([
    ['rmi://evil/x', 'task.target_rmi'],
    ["ryTask.run('RMI://evil')", 'task.target_rmi'],
    ["javax.naming.InitialContext.lookup('ldap://evil')", 'task.target_ldap'],
    ["ryTask.run('ldaps://evil')", 'task.target_ldap'],
    ["ryTask.run('https://evil')", 'task.target_http'],
    ['http://evil', 'task.target_http'],
    ["com.ruoyi.quartz.task.RyTask.ryParams('ry')", 'task.target_class'],
    ["org.yaml.snakeyaml.Yaml.load('!!x')", 'task.target_class'],
    ["java.lang.Runtime.getRuntime().exec('id')", 'task.target_class'],
    ['', 'task.target_syntax'],
    ['ryTask', 'task.target_syntax'],
    ['ryTask.', 'task.target_syntax'],
    ['.run', 'task.target_syntax'],
    ['ryTask.run(', 'task.target_syntax'],
    ['ryTask.run)', 'task.target_syntax'],
    ["ryTask.run('a'", 'task.target_syntax'],
    ["ryTask.run('a)", 'task.target_syntax'],
    ["ryTask.run('a' 'b')", 'task.target_syntax'],
    ["ryTask.run('a','b',)", 'task.target_syntax'],
    ['ryTask.run(,)', 'task.target_syntax'],
    ['ryTask.run(ry)', 'task.target_syntax'],
    ['ryTask.run(null)', 'task.target_syntax'],
    ['ryTask.run(1.5)', 'task.target_syntax'],
    ['ryTask.run(1e9)', 'task.target_syntax'],
    ['ryTask.run(0x10)', 'task.target_syntax'],
    ['ryTask.run(NaND)', 'task.target_syntax'],
    ['ryTask.run(99999999999)', 'task.target_syntax'],
    ['ryTask.run(2147483648)', 'task.target_syntax'],
    ['ryTask.run(-2147483649)', 'task.target_syntax'],
    ['ryTask.run(99999999999999999L)', 'task.target_syntax'],
    ["ryTask.run('a');other.run('b')", 'task.target_syntax'],
    ["ryTask.run('a').run('b')", 'task.target_syntax'],
    ['ryTask.run(${7*7})', 'task.target_syntax'],
    ['__proto__.run(process.exit())', 'task.target_syntax'],
    ['ry-Task.run', 'task.target_syntax'],
    ['任务.run', 'task.target_syntax'],
  ])('is refused: %s', (written, problem) => {
    expect(read(written)).toBe(problem);
  });

  it('is parsed as intended after it was composed', () => {
    const argument: fc.Arbitrary<TargetArgument> = fc.oneof(
      fc
        .string({ maxLength: 40 })
        .filter((value) => !/rmi:|ldaps?:|https?:\/\//i.test(value))
        .map(text),
      fc.boolean().map((value): TargetArgument => ({ type: 'boolean', value })),
      fc.integer().map((value): TargetArgument => ({ type: 'integer', value })),
      fc.integer().map((value): TargetArgument => ({ type: 'long', value: value * 1000 })),
      fc.integer().map((value): TargetArgument => ({ type: 'double', value: value / 100 })),
    );
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 5 }), (args) => {
        expect(read(formatTarget(call(...args)))).toEqual(call(...args));
      }),
    );
  });

  it('is either a call or refused for any text, quickly', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (written) => void parseTarget(written)));
    const nasty = [
      "'\\".repeat(20_000),
      '('.repeat(40_000),
      `a.b(${"'a',".repeat(10_000)}`,
      ' '.repeat(40_000),
    ];
    const spent = measureProcessorTime(() => {
      for (const text of nasty) parseTarget(`ryTask.run(${text}`);
    });
    expect(spent).toBeLessThan(1000);
  });
});
