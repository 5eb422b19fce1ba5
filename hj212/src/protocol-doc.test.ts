import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CommandArgument } from './arguments.ts';
import { commandSince, commands } from './commands.ts';
import { crcModes } from './crc.ts';
import { explanations, reasons } from './reasons.ts';

const page = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');

/** The body of the first table under a heading, cell by cell. */
function readTable(heading: string): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function describeArguments(rules: Record<string, CommandArgument<never>>): string {
  return Object.entries(rules)
    .map(([name, { optional, only }]) => `${name}${optional ? '?' : ''}${only ? ` (${only})` : ''}`)
    .join(', ');
}

describe('the page on the protocol', () => {
  it('lists every reason with its meaning', () => {
    expect(readTable('Why bytes are refused')).toEqual(
      reasons.map((reason) => [`\`${reason}\``, explanations[reason]]),
    );
  });

  it('lists every command with its arguments', () => {
    const rows = Object.entries<Record<string, CommandArgument<never>>>(commands).map(([code, rules]) => [
      code,
      commandSince.get(Number(code)) ?? '2005',
      describeArguments(rules),
    ]);
    expect(readTable('What we send')).toEqual(rows);
  });

  it('lists every CRC mode', () => {
    expect(readTable('Frame').map(([mode]) => mode)).toEqual(crcModes.map((mode) => `\`${mode}\``));
  });
});
