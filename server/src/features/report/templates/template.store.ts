import type { Language } from '@limpid/contract/language';
import type { ReportSectionKey } from '@limpid/contract/report/report-request';
import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

const ownTemplates: ScopeRule = (scope) => scopeCondition(scope, { dept: 'deptId' });

/** Templates of a department are used by all below it. */
export const usableTemplates: ScopeRule = (scope) => sql<SqlBool>`(${ownTemplates(scope)} or dept_id in (
  select unnest(ancestors) from sys_dept where ${scopeCondition(scope, { dept: 'sysDept.deptId' })}))`;

/** A template with its texts in one language. */
export interface UsableTemplate {
  templateId: number;
  templateName: string;
  status: string;
  entityId: number | null;
  forSite: boolean;
  forEntity: boolean;
  forCity: boolean;
  sections: ReportSectionKey[];
  title: string | null;
  coverText: string | null;
  approver: string | null;
  withLogo: boolean;
}

const suffixes = { zh: '', en: '_en', fr: '_fr' } as const;

/** The text in a language, or in Chinese without a translation. */
const textIn = (language: Language, column: string) =>
  sql`coalesce(nullif(${sql.ref(column + suffixes[language])}, ''), ${sql.ref(column)})`;

/** Undefined if the scope may not use it. */
export async function findTemplate(
  db: Database,
  scope: Scope,
  templateId: number,
  language: Language,
): Promise<UsableTemplate | undefined> {
  const { rows } = await sql<UsableTemplate>`
    select template_id, ${textIn(language, 'template_name')} as template_name, status, entity_id, for_site, for_entity,
      for_city, array(select part ->> 'section' from jsonb_array_elements(content) with ordinality as parts (part, place)
        order by place) as sections,
      ${textIn(language, 'title')} as title, ${textIn(language, 'cover_text')} as cover_text, approver, with_logo
    from report_template where template_id = ${templateId} and ${scopeCondition(scope, usableTemplates)}`.execute(
    db,
  );
  return rows[0];
}
