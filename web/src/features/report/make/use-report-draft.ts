import { formatLocalDate } from '@limpid/contract/local-time';
import { reportSections } from '@limpid/contract/report/report-request';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useSession } from '../../../api/session.ts';
import { useChosenSites } from '../../../query/sites/use-sites.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { ReportDraft } from './report-draft.ts';
import { findFullest, useTemplates } from './use-templates.ts';
import { lastWholePeriod } from './whole-period.ts';

/** What a person has chosen; the template provides the rest. */
type Chosen = Omit<ReportDraft, 'templateId' | 'sections' | 'withLogo'> & {
  /** Null for sections of one's own, undefined before a choice. */
  templateId: number | null | undefined;
  sections: ReportDraft['sections'] | undefined;
  withLogo: boolean | undefined;
};

/** The choices for new reports, beginning with the last month and the fullest template that suits the subject. */
export function useReportDraft() {
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const [today] = useState(() => formatLocalDate(serverNow(), zone));
  const [chosen, setChosen] = useState<Chosen>(() => ({
    target: 'site',
    siteId: undefined,
    entityId: undefined,
    city: undefined,
    period: lastWholePeriod('month', today),
    templateId: undefined,
    sections: undefined,
    languages: [language],
    title: '',
    coverText: '',
    approver: '',
    withLogo: undefined,
    withPdf: true,
    withWorkbook: true,
    notifyChannelIds: [],
  }));
  const { target, siteId } = chosen;
  const site = useChosenSites('analysis:report:list', siteId === undefined ? [] : [siteId]);
  const siteEntity = siteId === undefined ? undefined : site.data?.[0]?.entityId;
  const offer = useTemplates(target, target === 'site' ? siteEntity : chosen.entityId);
  const { templates = [] } = offer;
  const template =
    chosen.templateId === null
      ? undefined
      : (templates.find(({ templateId }) => templateId === chosen.templateId) ?? findFullest(templates));
  const draft: ReportDraft = {
    ...chosen,
    templateId: template?.templateId,
    sections: chosen.sections ?? template?.content.map(({ section }) => section) ?? [...reportSections],
    withLogo: chosen.withLogo ?? template?.withLogo ?? true,
  };
  return {
    draft,
    today,
    template,
    offer,
    change: (part: Partial<Chosen>) => setChosen((old) => ({ ...old, ...part })),
  };
}

export type ReportDraftState = ReturnType<typeof useReportDraft>;
