import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { addReports, previewReport } from '@limpid/contract/report/report-making';
import type { ReportTarget } from '@limpid/contract/report/report-plan';
import type { ReportPeriod, ReportSectionKey } from '@limpid/contract/report/report-request';

export interface ReportCity {
  province: string;
  city: string;
}

/** What has been chosen for new reports so far. */
export interface ReportDraft {
  target: ReportTarget;
  siteId: number | undefined;
  entityId: number | undefined;
  city: ReportCity | undefined;
  period: ReportPeriod;
  templateId: number | undefined;
  sections: ReportSectionKey[];
  languages: Language[];
  title: string;
  coverText: string;
  approver: string;
  withLogo: boolean;
  withPdf: boolean;
  withWorkbook: boolean;
  notifyChannelIds: number[];
}

type Wanted = Omit<Input<typeof previewReport>['body'], 'language'>;

/** The field that still has to be filled in; undefined if nothing is missing. */
export function findMissingSubject(draft: ReportDraft): 'siteId' | 'entityId' | 'city' | undefined {
  if (draft.target === 'site') return draft.siteId === undefined ? 'siteId' : undefined;
  if (draft.target === 'city') return draft.city === undefined ? 'city' : undefined;
  return draft.entityId === undefined ? 'entityId' : undefined;
}

/** What a preview and a request have in common; empty texts are those of the template. */
export function describeWanted(draft: ReportDraft): Wanted {
  const { target, siteId, entityId, city, period, templateId, sections } = draft;
  return {
    subject: target,
    ...(target === 'site' && siteId !== undefined && { siteId }),
    ...((target === 'entity' || target === 'entitySites') && entityId !== undefined && { entityId }),
    ...(target === 'city' && city),
    period: period.kind,
    first: period.first,
    last: period.last,
    ...(templateId !== undefined && { templateId }),
    sections,
    ...(draft.title.trim() !== '' && { title: draft.title }),
    ...(draft.coverText.trim() !== '' && { coverText: draft.coverText }),
    ...(draft.approver.trim() !== '' && { approver: draft.approver }),
  };
}

export function describeRequest(draft: ReportDraft): Input<typeof addReports>['body'] {
  const { languages, withLogo, withPdf, withWorkbook, notifyChannelIds } = draft;
  return {
    ...describeWanted(draft),
    languages,
    withLogo,
    withPdf,
    withWorkbook,
    ...(notifyChannelIds.length > 0 && { notifyChannelIds }),
  };
}
