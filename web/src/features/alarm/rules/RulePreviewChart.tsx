import type { RulePreview } from '@limpid/contract/alarm/rule-preview';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewChart } from '../../../charts/preview/PreviewChart.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { formatSpan } from '../../../lib/format.ts';
import { type TypedRule, thresholdUnit } from '../../../query/alarm-rules/describe-condition.ts';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import { useLanguage } from '../../../resource/use-language.ts';

const listed = 20;

/** The values of 30 days with the limit and the alarms that the rule would have raised. */
export function RulePreviewChart({ preview, rule }: { preview: RulePreview; rule: TypedRule }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const channel = useRuleChannels().find(({ channelId }) => channelId === rule.channelId);
  const drawn = useMemo(() => ({ ...preview, periods: preview.episodes }), [preview]);
  const words = preview.episodes.slice(-listed).map(({ from, to }) =>
    to === null
      ? t('alarm.rule.preview.running', { from: formatMoment(from, preview.zone, language) })
      : t('alarm.rule.preview.episode', {
          from: formatMoment(from, preview.zone, language),
          duration: formatSpan((to - from) / 1000, language),
        }),
  );
  return (
    <PreviewChart
      preview={drawn}
      kind="alarm"
      language={language}
      unit={thresholdUnit(rule)}
      decimals={rule.alarmType === 'quality' ? 0 : (channel?.decimals ?? 0)}
      channelCode={channel?.channelCode}
      label={t('alarm.rule.preview.title')}
      range={t('alarm.rule.preview.range')}
      period={t('alarm.rule.preview.alarm')}
    >
      {words.join(' · ')}
    </PreviewChart>
  );
}
