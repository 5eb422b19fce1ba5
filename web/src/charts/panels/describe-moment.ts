import type { TipRow } from '../draw-tip.ts';
import type { PanelsFacts } from './panels-option.ts';

/** The rows of the tooltip at a moment: each line with its unit, then the strip; notes on flags, and where nothing was measured. */
export function describeMoment(
  { panels, strip, stepMs, missing, missingText }: PanelsFacts,
  moment: number,
): { time: number; rows: TipRow[]; notes: string[] } {
  const rows = panels.flatMap(({ lines }) =>
    lines.map(({ name, colour, ts, values, format }): TipRow => {
      const at = ts.findLastIndex((one) => one <= moment);
      const isNear = at >= 0 && moment - (ts[at] ?? 0) < stepMs;
      const value = isNear ? (values[at] ?? null) : null;
      return { name, colour, text: value === null ? '—' : format(value) };
    }),
  );
  const cell = strip?.cells.find(({ from, to }) => from <= moment && moment < to);
  if (strip) rows.push({ name: strip.name, colour: cell?.fill ?? strip.colour, text: cell?.text ?? '—' });
  const isMissing = missing.some(([from, to]) => from <= moment && moment < to);
  const flags = panels.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      (line.flags ?? [])
        .filter(({ from, to }) => from <= moment && moment < to)
        .map(({ text }) => `${line.name} · ${text}`),
    ),
  );
  return { time: moment, rows, notes: isMissing ? [...flags, missingText] : flags };
}
