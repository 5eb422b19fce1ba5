import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  longText,
  nameFields,
  parts,
  ref,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { reportSections } from './report-request.ts';

const coverText = { max: 2000, notIn: ['table'] } as const;
const title = { max: 100, notIn: ['table'] } as const;

/** What a report contains and how its cover reads. Templates of a department are used by all below it. */
export const reportTemplate = resource({
  path: '/analysis/reportTemplate',
  permission: 'analysis:reportTemplate',
  texts: 'report.template',
  id: 'templateId',
  name: 'templateName',
  key: ['templateName'],
  order: [{ by: 'templateId' }],
  without: ['export', 'import'],
  fields: {
    templateId: { ...id(), notIn: ['table'] },
    ...nameFields('templateName', {
      section: 'report.template.sections.template',
      required: true,
      max: 64,
      search: 'like',
    }),
    deptId: ref({ required: true, shows: 'deptName', search: 'below' }),
    deptName: text({ max: 30, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    /** Only for reports about this entity and its sites. */
    entityId: ref({ shows: 'entityName', search: 'exact' }),
    entityName: text({ max: 64, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    forSite: flag({ section: 'report.template.sections.subjects', default: true }),
    forEntity: flag({ default: true }),
    forCity: flag({ default: true }),
    /** In the order of the report. */
    content: parts({
      section: 'report.template.sections.content',
      max: 50,
      of: {
        section: choice(reportSections, {
          label: 'report.template.contentFields.section',
          required: true,
        }),
      },
    }),
    sectionCount: { kind: 'integer', readOnly: true, notIn: ['form'] },
    /** Without a title the report is named after its subject and period. */
    ...nameFields('title', { section: 'report.template.sections.cover', ...title }),
    coverText: longText(coverText),
    coverTextEn: longText(coverText),
    coverTextFr: longText(coverText),
    approver: text({ max: 64 }),
    /** Whether the cover shows the logo of the installation. */
    withLogo: flag({ default: true, notIn: ['table'] }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
  },
});
