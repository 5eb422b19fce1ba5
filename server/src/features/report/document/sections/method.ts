import { findAmbientLimits } from '@limpid/aqi/assessment/ambient-limits';
import { listUnconfirmedRules } from '@limpid/aqi/assessment/assessment-standard';
import { findChineseStandard } from '@limpid/aqi/standards';
import type { ReportSection } from '@limpid/contract/report/document';
import type { DocumentContext } from '../context.ts';

/** How the figures were computed, and what was found to be empty. */
export function makeMethod(
  { words, subject, facts }: DocumentContext,
  leftOut: readonly string[],
): ReportSection {
  const { say } = words;
  const { first, last } = facts.period;
  const { standard } = facts.total.assessment;
  const editions = [...new Set([findChineseStandard(first), findChineseStandard(last)])];
  const unconfirmed = listUnconfirmedRules(standard).map((rule) => say(`method.rules.${rule}`));
  return {
    key: 'method',
    title: say('sections.method'),
    paragraphs: [
      say('method.index', { standards: words.list(editions) }),
      say('method.statistics', { edition: standard.edition, limits: findAmbientLimits(last).edition }),
      say('method.validity'),
      say('method.rounding'),
      ...(subject.kind === 'site'
        ? []
        : [say('method.several', { percent: subject.source.minValidPercent })]),
      ...(unconfirmed.length > 0
        ? [say('method.unconfirmed', { edition: standard.edition, rules: words.list(unconfirmed) })]
        : []),
      ...(leftOut.length > 0 ? [say('method.leftOut', { sections: words.list(leftOut) })] : []),
    ],
    figures: [],
    charts: [],
    tables: [],
  };
}
