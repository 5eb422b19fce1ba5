import { conditionFields, targetFields } from '@limpid/contract/alarm/rule-fields';
import { previewRule } from '@limpid/contract/alarm/rule-preview';
import type { Language } from '@limpid/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton, Spin } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import type { TypedRule } from '../../../query/alarm-rules/describe-condition.ts';
import { PreviewFrame, PreviewNote } from '../../../query/rules/PreviewFrame.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { RulePreviewChart } from './RulePreviewChart.tsx';
import { listMissingFields } from './rule-form-fields.ts';
import styles from './rules.module.css';
import { TargetPicker } from './TargetPicker.tsx';
import { useTypedRule } from './use-typed-rule.ts';

const typingMs = 500;

/** How often the rule would have raised an alarm at one of its sites, while it is typed. */
export function RulePreviewPanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const rule = useTypedRule();
  const [chosen, setChosen] = useState<number | null>(null);
  const missing = listMissingFields(rule);
  const within = targetOf(rule);
  // A site of another target is no longer one of the rule's.
  const targetKey = JSON.stringify([rule.target, within]);
  const [lastTarget, setLastTarget] = useState(targetKey);
  if (targetKey !== lastTarget) {
    setLastTarget(targetKey);
    setChosen(null);
  }
  const settled = useSettled(JSON.stringify({ rule: pickRule(rule), chosen }), typingMs);
  const { rule: body, chosen: previewSiteId } = JSON.parse(settled);
  const { data, error, isFetching } = useQuery({
    queryKey: [previewRule.path, settled],
    queryFn: ({ signal }) =>
      call(previewRule, {
        body: { ...body, ...(previewSiteId && { previewSiteId }) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: listMissingFields(body).length === 0,
  });
  return (
    <PreviewFrame
      title={t('alarm.rule.preview.title')}
      aside={
        rule.target !== 'site' &&
        missing.length === 0 &&
        data && (
          <span className={styles.previewSite}>
            <TargetPicker
              target="site"
              within={within}
              value={data.siteId}
              onChange={(next) => setChosen(typeof next === 'number' ? next : null)}
              aria-label={t('alarm.rule.preview.site')}
            />
          </span>
        )
      }
    >
      {missing.length > 0 ? (
        <PreviewNote text={t('alarm.rule.preview.missing', { fields: nameFields(missing, t, language) })} />
      ) : error ? (
        <PreviewNote text={t('alarm.rule.preview.incomplete', { reason: error.message })} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <Spin spinning={isFetching} delay={300}>
          <p className={styles.previewResult} aria-live="polite">
            {data.values === 0
              ? t('alarm.rule.preview.noData', { name: data.siteName })
              : data.count === 0
                ? t('alarm.rule.preview.never')
                : t(data.count === 1 ? 'alarm.rule.preview.firedOnce' : 'alarm.rule.preview.fired', {
                    number: formatCount(data.count, language),
                    duration: formatSpan(data.seconds, language),
                    messages: formatCount(data.messages, language),
                  })}
          </p>
          {data.values > 0 && <RulePreviewChart preview={data} rule={rule} />}
        </Spin>
      )}
    </PreviewFrame>
  );
}

function nameFields(names: string[], t: TFunction, language: Language): string {
  const labels = names.map((name) =>
    t('alarm.rule.preview.field', { label: t(`alarm.rule.fields.${name}`) }),
  );
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(labels);
}

/** The last value that has not changed for a while. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** Sites of the rule's target that measure its channel. */
function targetOf(rule: TypedRule) {
  const { target, entityId, entityGroup, deviceTypeId, channelId } = rule;
  return {
    ...(target === 'entity' && entityId && { entityId }),
    ...(target === 'group' && entityGroup && { entityGroup }),
    ...(target === 'deviceType' && deviceTypeId && { deviceTypeId }),
    ...(channelId && { channelId }),
  };
}

const previewed = [
  'alarmType',
  'severity',
  'target',
  ...Object.values(targetFields),
  ...conditionFields,
  'forSeconds',
  'clearSeconds',
  'interval',
  'intervalUnit',
] as const;

/** The fields that the preview depends on: it is not computed again for a name. */
function pickRule(rule: TypedRule): Record<string, unknown> {
  return Object.fromEntries(previewed.map((name) => [name, rule[name] ?? undefined]));
}
