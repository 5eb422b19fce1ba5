import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { canDo } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../api/session.ts';
import { SiteRulesDialog } from '../../query/alarm-rules/SiteRulesDialog.tsx';
import { type NamedField, orderColumns } from '../../resource/fields/resource-fields.ts';
import { ListBody } from '../../resource/list/ListBody.tsx';
import { ListEmpty } from '../../resource/list/ListEmpty.tsx';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { SearchAndToolbar } from '../../resource/list/SearchAndToolbar.tsx';
import { useChosenColumns } from '../../resource/list/use-column-choices.ts';
import { useResourceList } from '../../resource/list/use-resource-list.ts';
import { useRowActions } from '../../resource/list/use-row-actions.ts';
import { useSearchPanel } from '../../resource/list/use-search-panel.ts';
import { useTreeExpansion } from '../../resource/list/use-tree-expansion.ts';
import { ResourceDialogs, useResourceDialogs } from '../../resource/ResourceDialogs.tsx';
import styles from '../../resource/resource.module.css';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { BulkStatusButtons } from './rules/BulkStatusButtons.tsx';
import { ruleCells } from './rules/rule-cells.tsx';
import { newRule, ruleInputs } from './rules/rule-form.tsx';
import { isFieldRequired, isFieldShown } from './rules/rule-form-fields.ts';
import { useRemoveRules } from './rules/use-remove-rules.ts';

type RuleRow = RowOf<typeof alarmRule>;

const endpoints = resourceEndpoints(alarmRule);

/** The condition is one column, made from several fields. */
const condition: NamedField = {
  name: 'condition',
  field: { kind: 'longText', max: 300, readOnly: true, notIn: ['form', 'sheet'] },
  label: 'alarm.rule.sections.condition',
};
/** The condition is the longest text. */
const columnWidths = { severity: 120, condition: 228, status: 80 } as const;
const columnFields = orderColumns(
  alarmRule,
  ['ruleName', 'severity', 'condition', 'targetName', 'lastAlarm', 'status'],
  [condition],
);
const onDemand = columnFields.filter(({ field }) => field.onDemand).map(({ name }) => name);

export default function AlarmRuleScreen() {
  const { t } = useTranslation();
  const list = useResourceList<RuleRow>({ resource: alarmRule, endpoints });
  const expansion = useTreeExpansion(alarmRule, list);
  const columns = useChosenColumns(alarmRule, columnFields, onDemand);
  const search = useSearchPanel(list);
  const dialogs = useResourceDialogs();
  const siteRules = useDialog<RuleRow>();
  const remove = useRemoveRules(list);
  const add = () => dialogs.form.show({ initialValues: newRule });
  const edit = (id: number | undefined) => dialogs.form.show({ id });
  const mayAdd = canDo(alarmRule, 'add') && hasAnyPermission(`${alarmRule.permission}:add`);

  function more(row: RuleRow): RowAction[] {
    const found: RowAction[] = [];
    if (mayAdd)
      found.push({
        key: 'copy',
        text: t('alarm.rule.copy'),
        run: () =>
          dialogs.form.show({
            initialValues: { ...row, ruleName: t('alarm.rule.copyName', { name: row.ruleName }) },
          }),
      });
    if (row.target === 'site')
      found.push({ key: 'site', text: t('alarm.rule.site.action'), run: () => siteRules.show(row) });
    return found;
  }

  const actions = useRowActions(alarmRule, { edit, addBelow: edit, remove, more });
  const facts = { resource: alarmRule, endpoints, list, expansion };
  return (
    <section aria-label={t('alarm.rule.title')} className={styles.screen}>
      <SearchAndToolbar
        {...facts}
        search={search}
        columns={columns}
        onAdd={add}
        onEdit={() => edit(list.selected[0])}
        onRemove={() => remove(list.selectedRows)}
        onImport={() => dialogs.importing.show()}
        tools={<BulkStatusButtons list={list} />}
      />
      <ListBody
        {...facts}
        columns={columns.shown}
        cells={ruleCells}
        columnWidths={columnWidths}
        actions={actions}
        empty={
          <ListEmpty
            isFiltered={Object.keys(list.filter).length > 0}
            onReset={search.showAll}
            onAdd={mayAdd ? add : undefined}
            canImport={canDo(alarmRule, 'import')}
          />
        }
      />
      <ResourceDialogs
        resource={alarmRule}
        endpoints={endpoints}
        dialogs={dialogs}
        fixedValues={undefined}
        inputs={ruleInputs}
        isFieldShown={isFieldShown}
        isFieldRequired={isFieldRequired}
      />
      {siteRules.subject && (
        <SiteRulesDialog
          key={siteRules.turn}
          open={siteRules.open}
          siteId={siteRules.subject.siteId ?? 0}
          siteName={siteRules.subject.targetName ?? ''}
          onClose={siteRules.hide}
        />
      )}
    </section>
  );
}
