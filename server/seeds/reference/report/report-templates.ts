import { type ReportSectionKey, reportSections } from '@limpid/contract/report/report-request';
import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';

const short: ReportSectionKey[] = [
  'summary',
  'statistics',
  'exceedances',
  'sites',
  'completeness',
  'alarms',
  'method',
];
const long = reportSections.filter((section) => section !== 'gaps');

const templates: [id: number, names: Titles, sections: readonly ReportSectionKey[]][] = [
  [1, ['日报', 'Daily report', 'Rapport quotidien'], short],
  [2, ['月报', 'Monthly report', 'Rapport mensuel'], reportSections],
  [3, ['年报', 'Yearly report', 'Rapport annuel'], long],
];

/** Templates that every installation begins with; names without titles, so that each report is named after its period. */
export async function seedReportTemplates(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    'select dept_id from sys_dept where parent_id = 0 order by dept_id limit 1',
  );
  await insertRows(
    client,
    'report_template',
    templates.map(([id, [zh, en, fr], sections]) => ({
      template_id: id,
      template_name: zh,
      template_name_en: en,
      template_name_fr: fr,
      dept_id: rows[0]?.dept_id,
      content: JSON.stringify(sections.map((section) => ({ section }))),
      create_by: 'system',
    })),
  );
}
