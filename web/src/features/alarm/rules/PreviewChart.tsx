import type { RulePreview } from '@limpid/contract/alarm/rule-preview';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelColour } from '../../../air/channel-colour.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatDecimal, formatSpan } from '../../../lib/format.ts';
import { type TypedRule, thresholdUnit } from '../../../query/alarm-rules/describe-condition.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { previewOption } from './preview-option.ts';
import { useRuleChannels } from './use-rule-channels.ts';

const listed = 20;

/** The values of 30 days with the limit and the alarms that the rule would have raised. */
export function PreviewChart({ preview, rule }: { preview: RulePreview; rule: TypedRule }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const channel = useRuleChannels().find(({ channelId }) => channelId === rule.channelId);
  const unit = thresholdUnit(rule);
  const decimals = rule.alarmType === 'quality' ? 0 : (channel?.decimals ?? 0);
  const option = useMemo(() => {
    const format = (value: number) => formatDecimal(value, decimals, language);
    return previewOption(
      preview,
      {
        language,
        unit,
        format,
        formatWithUnit: (value) => (unit ? `${format(value)} ${unit}` : format(value)),
        colour: channel ? channelColour(channel.channelCode, look.isDark) : look.ink,
        decimals,
        range: t('alarm.rule.preview.range'),
        alarm: t('alarm.rule.preview.alarm'),
      },
      look,
    );
  }, [preview, language, unit, decimals, channel, look, t]);
  const words = preview.episodes.slice(-listed).map(({ from, to }) =>
    to === null
      ? t('alarm.rule.preview.running', { from: formatMoment(from, preview.zone, language) })
      : t('alarm.rule.preview.episode', {
          from: formatMoment(from, preview.zone, language),
          duration: formatSpan((to - from) / 1000, language),
        }),
  );
  return (
    <Chart
      option={option}
      label={t('alarm.rule.preview.title')}
      height={preview.line.at.length > 0 ? 220 : 90}
    >
      {words.join(' · ')}
    </Chart>
  );
}
