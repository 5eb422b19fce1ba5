import type { ChartLayout } from './chart-layout.rule.ts';
import type { PrintedText } from './text-runs.rule.ts';

/** What the Typst template reads: every text is final, every length is in points. */
export interface PrintedReport {
  language: string;
  /** Year, month, day, hour, minute, second. */
  created: number[];
  author: string | null;
  /** For the document's properties, which have no runs. */
  name: string;
  title: PrintedText;
  subtitle: PrintedText;
  hasLogo: boolean;
  warnings: PrintedText[];
  facts: { label: PrintedText; value: PrintedText }[];
  coverText: PrintedText[];
  sections: PrintedSection[];
}

export interface PrintedSection {
  title: PrintedText;
  landscape: boolean;
  paragraphs: PrintedText[];
  figureColumns: number;
  figures: { label: PrintedText; value: PrintedText; unit: PrintedText | null; note: PrintedText | null }[];
  charts: PrintedChart[];
  tables: PrintedTable[];
  /** Which tables only the workbook has. */
  closing: PrintedText | null;
}

export interface PrintedChart extends Omit<ChartLayout, 'ticks' | 'tickDecimals' | 'labels' | 'limits'> {
  title: PrintedText;
  unit: PrintedText | null;
  alt: string;
  kind: string;
  /** Across the page, not half of it. */
  wide: boolean;
  height: number;
  /** Also without a legend, if the chart beside it has one. */
  legendLine: boolean;
  legend: { name: PrintedText; colour: string; outlined: boolean }[];
  ticks: { y: number; label: string }[];
  labels: { x: number; text: PrintedText }[];
  limits: { y: number; label: PrintedText }[];
}

export interface PrintedTable {
  title: PrintedText | null;
  size: number;
  columns: {
    title: PrintedText;
    unit: PrintedText | null;
    numeric: boolean;
    wraps: boolean;
    width: number;
  }[];
  /** A cell with a mark is a pair of its text and the letter of the mark. */
  rows: (PrintedText | { text: PrintedText; mark: string })[][];
  legend: { letter: string; text: PrintedText }[];
  notes: PrintedText[];
}
