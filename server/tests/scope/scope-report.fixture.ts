import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeCheck, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const makeName = () => randomUUID().slice(0, 30);
const document = {
  language: 'zh',
  title: 'x',
  subtitle: '',
  coverText: null,
  facts: [],
  warnings: [],
  sections: [],
};

/** A report about a new site of the department, with everything that belongs to it. */
async function addReport(t: TestApp, deptId: number): Promise<number> {
  const siteId = await sites.add(t, deptId);
  const { rows } = await t.app.pool.query(
    `insert into report (report_name, subject, site_id, subject_key, subject_name, dept_id, period, first_day, last_day,
       language, settings, owner_id, state, next_at)
     values ($1, 'site', $2, $3, $1, $4, 'day', '2026-11-17', '2026-11-17', 'zh',
       '{"withPdf": false, "notifyChannelIds": []}', 1, 'done', limpid_now()) returning report_id`,
    [makeName(), siteId, `site ${siteId}`, deptId],
  );
  const reportId: number = rows[0].report_id;
  await t.app.pool.query('insert into report_document values ($1, $2)', [
    reportId,
    gzipSync(JSON.stringify(document)),
  ]);
  await t.app.pool.query(`insert into report_file values ($1, 'pdf', 'x.pdf', 1, '', 'x')`, [reportId]);
  return reportId;
}

const path = '/analysis/report';
const october = { period: 'month', first: '2026-10-01', last: '2026-10-31', sections: ['summary'] };
const sign = (step: string): ScopeCheck => ({
  row: {
    request: (id) => ({ path: `${path}/${step}`, json: { reportIds: [id] } }),
    // Without a PDF nothing is signed: each signing would be background work, of which a person has a few at once.
    guards: ['report.no_pdf'],
  },
});
const ofSite = (below: string, more: object): ScopeCheck => ({
  row: {
    of: '/site/site',
    request: (siteId) => ({
      path: path + below,
      json: { subject: 'site', siteId, ...october, ...more },
    }),
  },
});

export const reports: ScopeSubject = {
  path,
  add: addReport,
  calls: {
    ...standardCalls({ path, id: 'reportId', body: () => ({}) }),
    [`GET ${path}/document/:`]: { row: { request: (id) => ({ path: `${path}/document/${id}` }) } },
    [`GET ${path}/file/:/:`]: {
      // Of a report within reach the file itself would be the response, without an envelope.
      row: { request: (id) => ({ path: `${path}/file/${id}/xlsx` }), guards: ['file.gone'] },
    },
    [`GET ${path}/editions/:`]: { row: { request: (id) => ({ path: `${path}/editions/${id}` }) } },
    [`GET ${path}/deliveries/:`]: { row: { request: (id) => ({ path: `${path}/deliveries/${id}` }) } },
    [`POST ${path}`]: [
      ofSite('', { languages: ['zh'] }),
      {
        row: {
          of: '/site/entity',
          request: (entityId) => ({
            path,
            json: { subject: 'entity', entityId, ...october, languages: ['zh'] },
          }),
        },
      },
    ],
    [`POST ${path}/preview`]: ofSite('/preview', { language: 'zh' }),
    [`POST ${path}/revise`]: {
      row: { request: (reportId) => ({ path: `${path}/revise`, json: { reportId } }) },
    },
    [`PUT ${path}/retry`]: {
      row: {
        request: (id) => ({ path: `${path}/retry`, json: { reportIds: [id] } }),
        guards: ['report.not_failed'],
      },
    },
    [`PUT ${path}/review`]: sign('review'),
    [`PUT ${path}/publish`]: sign('publish'),
    [`POST ${path}/deliver`]: {
      row: {
        request: (reportId) => ({ path: `${path}/deliver`, json: { reportId, notifyChannelIds: [999_999] } }),
        guards: ['report.channel'],
      },
    },
    [`GET ${path}/channels`]: [
      { row: { of: '/site/site', request: (siteId) => ({ path: `${path}/channels?siteId=${siteId}` }) } },
      { row: { of: '/site/entity', request: (id) => ({ path: `${path}/channels?entityId=${id}` }) } },
      { row: { of: '/system/dept', request: (id) => ({ path: `${path}/channels?deptId=${id}` }) } },
    ],
    [`GET ${path}/cities`]: { exempt: 'what reference stations publish is public' },
  },
};

const template = '/analysis/reportTemplate';
const makeTemplate = () => ({ templateName: makeName(), content: [{ section: 'summary' }] });

async function addTemplate({ app: { pool } }: TestApp, deptId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into report_template (template_name, dept_id, content) values ($1, $2, '[{"section": "summary"}]')
     returning template_id`,
    [makeName(), deptId],
  );
  return rows[0].template_id;
}

export const reportTemplates: ScopeSubject = {
  path: template,
  readsAbove: true,
  add: addTemplate,
  calls: {
    ...standardCalls({
      path: template,
      id: 'templateId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query(
          'select dept_id from report_template where template_id = $1',
          [id],
        );
        return { ...makeTemplate(), deptId: rows[0]?.dept_id };
      },
    }),
    [`POST ${template}`]: [
      {
        row: {
          of: '/system/dept',
          request: (deptId) => ({ path: template, json: { ...makeTemplate(), deptId } }),
        },
      },
    ],
    [`GET ${template}/optionselect`]: { list: { rows: readRows('templateId') } },
  },
};

const plan = '/analysis/reportPlan';
const makePlan = (siteId: number) => ({
  planName: makeName(),
  templateId: 1,
  period: 'day',
  subject: 'site',
  siteId,
  languages: [{ language: 'zh' }],
});

async function addPlan(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into report_plan (plan_name, template_id, period, subject, site_id, languages, owner_id)
     values ($1, 1, 'day', 'site', $2, '[{"language": "zh"}]', 1) returning plan_id`,
    [makeName(), await sites.add(t, deptId)],
  );
  return rows[0].plan_id;
}

export const reportPlans: ScopeSubject = {
  path: plan,
  add: addPlan,
  calls: {
    ...standardCalls({
      path: plan,
      id: 'planId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select site_id from report_plan where plan_id = $1', [id]);
        return makePlan(rows[0]?.site_id ?? 1);
      },
      fixed: ['report.template_gone'],
    }),
    [`POST ${plan}`]: {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path: plan, json: makePlan(siteId) }),
        guards: ['report.template_gone'],
      },
    },
  },
};
