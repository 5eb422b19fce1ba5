import type { Language } from '@limpid/contract/language';
import type { ReportChart } from '@limpid/contract/report/document';
import { estimateEms } from '../text-width.rule.ts';
import { layoutChart } from './chart-layout.rule.ts';
import { printNumber } from './print-value.rule.ts';
import type { PrintedChart } from './printed-report.ts';
import { pageWidths } from './table-fit.rule.ts';
import { printText } from './text-runs.rule.ts';

const heights = { wide: 150, half: 110 };
/** For the labels of the value axis and half of the last category. */
const axisWidth = 41;
const columnGap = 18;
const colourPattern = /^#[0-9a-f]{6}$/i;
const plainColour = '#5b6b7b';
/** Beyond either of them a chart needs the width of the page. */
const mostHalfCategories = 62;
const mostHalfLabelEms = 6;

/** Several small charts stand in two columns, as long as each can be read. */
function countChartColumns(charts: readonly ReportChart[]): number {
  const isSmall = ({ categories }: ReportChart) =>
    categories.length <= mostHalfCategories &&
    categories.every((text) => estimateEms(text) <= mostHalfLabelEms);
  return charts.length > 1 && charts.every(isSmall) ? 2 : 1;
}

export function printCharts(
  charts: readonly ReportChart[],
  language: Language,
  landscape: boolean,
): PrintedChart[] {
  const halves = countChartColumns(charts) > 1;
  // An odd one is the first: a hole at the end looks as if a chart were missing.
  return charts.map((chart, i) => {
    const wide = !halves || (i === 0 && charts.length % 2 === 1);
    const legendLine = (wide ? [chart] : charts).some(({ series }) => series.length > 1);
    return printChart(chart, language, { landscape, wide, legendLine });
  });
}

function printChart(
  chart: ReportChart,
  language: Language,
  { landscape, wide, legendLine }: { landscape: boolean; wide: boolean; legendLine: boolean },
): PrintedChart {
  const pageWidth = landscape ? pageWidths.landscape : pageWidths.portrait;
  const plotWidth = (wide ? pageWidth : (pageWidth - columnGap) / 2) - axisWidth;
  const { ticks, tickDecimals, labels, limits, ...marks } = layoutChart(chart, plotWidth);
  const print = (text: string) => printText(text, language);
  return {
    ...marks,
    title: print(chart.title),
    unit: chart.unit === null ? null : print(chart.unit),
    alt: chart.alt,
    kind: chart.kind,
    wide,
    legendLine,
    height: wide ? heights.wide : heights.half,
    legend: chart.series.map(({ name, colour, level }) => ({
      name: print(name),
      colour: colourPattern.test(colour) ? colour : plainColour,
      // Yellow is hard to see on white.
      outlined: level !== null,
    })),
    ticks: ticks.map(({ y, value }) => ({ y, label: printNumber(value, tickDecimals, language) })),
    labels: labels.map(({ x, text }) => ({ x, text: print(text) })),
    limits: limits.map(({ y, label }) => ({ y, label: print(label) })),
  };
}
