import type { RowOf } from '@limpid/contract/kit/row';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { previewDataRule } from '@limpid/contract/quality/rule-run';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { PreviewFrame, PreviewNote } from '../../../query/rules/PreviewFrame.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { RuledSitePicker } from '../RuledSitePicker.tsx';

/** How many hours the rule would have flagged at a chosen site. */
export function DataRulePreview() {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = Form.useFormInstance<RowOf<typeof dataRule>>();
  const bound = Form.useWatch('siteId', form);
  const [chosen, setChosen] = useState<number | null>(null);
  const siteId = chosen ?? bound ?? null;
  const trial = useMutation({
    mutationFn: (previewSiteId: number) =>
      call(previewDataRule, { body: { ...form.getFieldsValue(true), previewSiteId }, quiet: true }),
  });
  const { data, error } = trial;
  return (
    <PreviewFrame
      title={t('quality.rule.preview.title')}
      aside={
        <Space>
          <RuledSitePicker
            permission="basic:dataRule:list"
            aria-label={t('quality.rule.preview.site')}
            value={siteId}
            onChange={(next) => setChosen(typeof next === 'number' ? next : null)}
          />
          <Button
            disabled={siteId === null}
            loading={trial.isPending}
            onClick={() => siteId !== null && trial.mutate(siteId)}
          >
            {t('quality.rule.preview.run')}
          </Button>
        </Space>
      }
    >
      {error ? (
        <PreviewNote text={error.message} />
      ) : !data ? (
        <PreviewNote text={t('quality.rule.preview.pick')} />
      ) : (
        <div aria-live="polite">
          <p>
            {t('quality.rule.preview.result', {
              flagged: formatCount(data.flagged, language),
              hours: formatCount(data.hours, language),
            })}
          </p>
          {data.shared > 0 && <p>{t('quality.rule.preview.shared', { count: data.shared })}</p>}
          {data.newest.length > 0 && (
            <p>
              {t('quality.rule.preview.newest')}:{' '}
              {data.newest
                .slice(0, 5)
                .map(
                  ({ at, value }) =>
                    `${formatMoment(at, data.zone, language)}${value === null ? '' : ` (${value})`}`,
                )
                .join(' · ')}
            </p>
          )}
        </div>
      )}
    </PreviewFrame>
  );
}
