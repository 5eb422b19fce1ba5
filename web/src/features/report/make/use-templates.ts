import { localised } from '@limpid/contract/kit/resource';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import type { ReportTarget } from '@limpid/contract/report/report-plan';
import { reportTemplate } from '@limpid/contract/report/report-template';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useLanguage } from '../../../resource/use-language.ts';

export type OfferedTemplate = RowOf<typeof reportTemplate>;

const suits = {
  site: 'forSite',
  entitySites: 'forSite',
  entity: 'forEntity',
  city: 'forCity',
} as const satisfies Record<ReportTarget, keyof OfferedTemplate>;

const endpoint = optionsEndpoint(reportTemplate);

/** Enabled templates for a kind of subject, of no entity or of this one. */
export function useTemplates(target: ReportTarget, entityId: number | undefined) {
  const language = useLanguage();
  const { data, isPending, isError } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal, quiet: true }),
  });
  const templates = data?.filter(
    (template) =>
      template[suits[target]] === true && (template.entityId === null || template.entityId === entityId),
  );
  return {
    templates,
    isPending,
    isError,
    nameOf: (template: OfferedTemplate) => localised({ ...template }, 'templateName', language),
  };
}

/** The one with most sections, of several the first. */
export function findFullest(templates: readonly OfferedTemplate[]): OfferedTemplate | undefined {
  return templates.reduce<OfferedTemplate | undefined>(
    (best, one) => (one.content.length > (best?.content.length ?? 0) ? one : best),
    undefined,
  );
}
