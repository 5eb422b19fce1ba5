import { parseSync, Visitor } from 'vite';

const registers = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

/**
 * Replaces the second argument of `genStyleHooks('Button', writeStyles, …)` by a function without styles, so that the
 * bundler drops what only the styles used.
 */
export function removeStyleFunctions(code: string): string {
  const ranges: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [, styles] }) {
      if (styles && callee.type === 'Identifier' && registers.has(callee.name)) ranges.push(styles);
    },
  }).visit(parseSync('style.js', code).program);
  return ranges.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`,
    code,
  );
}
