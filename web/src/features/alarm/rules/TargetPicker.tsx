import type { RuleTarget } from '@limpid/contract/alarm/alarm-rule';
import { listRuleTargets, type TargetChoice } from '@limpid/contract/alarm/rule-targets';
import { localised } from '@limpid/contract/kit/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './rules.module.css';
import { useTarget } from './use-target.ts';

type Value = string | number | null;

interface TargetPickerProps extends FormControl<Value> {
  target: RuleTarget;
  /** Only sites of this target, and with this channel. */
  within?: { entityId?: number; entityGroup?: string; deviceTypeId?: number; channelId?: number };
  'aria-label'?: string;
}

/** Finds a site, an entity, a group or a device type by typing; the server searches, so that thousands of sites do not matter. */
export function TargetPicker({ target, within, value, onChange, ...control }: TargetPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const query = { target, ...within, ...(search && { search }) };
  const { data, isFetching } = useQuery({
    queryKey: [listRuleTargets.path, query],
    queryFn: ({ signal }) => call(listRuleTargets, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const chosen = useTarget(target, value);
  const found = data?.choices ?? [];
  const all =
    chosen && !search && !found.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen, ...found] : found;
  const more = (data?.total ?? 0) - found.length;
  return (
    <Select<Value>
      {...control}
      value={chosen ? (value ?? null) : null}
      placeholder={t('alarm.rule.search')}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={all.map((one) => ({
        value: keyOf(one),
        label: (
          <span className={styles.choice}>
            {localised(one, 'name', language)}
            <span className={styles.choiceNote}>
              {target === 'site'
                ? localised(one, 'entityName', language)
                : t('alarm.rule.sites', { count: one.siteCount })}
            </span>
          </span>
        ),
      }))}
      popupRender={(menu) => (
        <>
          {menu}
          {more > 0 && <p className={styles.more}>{t('alarm.rule.moreTargets', { count: more })}</p>}
        </>
      )}
      onOpenChange={(open) => open || setTyped('')}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

const keyOf = ({ id, name }: TargetChoice) => id ?? name;
