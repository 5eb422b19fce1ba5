import { previewLinkage } from '@limpid/contract/fogcannon/linkage-preview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { PreviewFrame, PreviewNote } from '../../../query/rules/PreviewFrame.tsx';
import type { TypedLinkage } from './describe-linkage.ts';
import { LinkagePreviewResult } from './LinkagePreviewResult.tsx';
import styles from './linkage.module.css';
import { useLinkageChoices, useTypedLinkage } from './use-typed-linkage.ts';

/** When the rule would have run its cannons in the last 30 days; computed when asked for, because it reads every value. */
export function LinkagePreviewPanel() {
  const { t } = useTranslation();
  const rule = useTypedLinkage();
  const typed = JSON.stringify(pickLinkage(rule));
  const [asked, setAsked] = useState<{ rule: TypedLinkage; body: string }>();
  const [cannonId, setCannonId] = useState<number>();
  const { data, error, isFetching, refetch } = useQuery({
    // Not below the path of cannons: nothing that they do changes the past.
    queryKey: ['linkagePreview', asked?.body, cannonId],
    queryFn: ({ signal }) => {
      const body = { ...JSON.parse(asked?.body ?? '{}'), ...(cannonId && { previewCannonId: cannonId }) };
      return call(previewLinkage, { body, signal, quiet: true });
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!hasAnyPermission(previewLinkage.access.permission)) return null;

  function ask() {
    if (asked?.body === typed) void refetch();
    else setAsked({ rule, body: typed });
  }

  return (
    <PreviewFrame
      title={t('fogcannon.preview.title')}
      aside={
        <span className={styles.controls}>
          <PreviewedCannon rule={asked?.rule} value={data?.cannonId} onChange={setCannonId} />
          <Button loading={isFetching} onClick={ask}>
            {t('fogcannon.preview.action')}
          </Button>
        </span>
      }
    >
      {asked === undefined ? (
        <PreviewNote text={t('fogcannon.preview.hint')} />
      ) : error ? (
        <div role="alert">
          <PreviewNote text={t('fogcannon.preview.incomplete', { reason: error.message })} />
        </div>
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <Spin spinning={isFetching} delay={300}>
          {asked.body !== typed && <PreviewNote text={t('fogcannon.preview.outdated')} />}
          <LinkagePreviewResult preview={data} rule={asked.rule} />
        </Spin>
      )}
    </PreviewFrame>
  );
}

interface PreviewedCannonProps {
  rule: TypedLinkage | undefined;
  value: number | undefined;
  onChange: (cannonId: number) => void;
}

/** Chooses whose runs are drawn, if the rule has several cannons. */
function PreviewedCannon({ rule, value, onChange }: PreviewedCannonProps) {
  const { t } = useTranslation();
  const { data } = useLinkageChoices();
  const cannonIds = rule?.cannonIds ?? [];
  const cannons = data?.cannons.filter(({ id }) => cannonIds.includes(id)) ?? [];
  if (cannons.length < 2 || value === undefined) return null;
  return (
    <Select
      className={styles.cannon}
      aria-label={t('fogcannon.preview.cannon')}
      value={value}
      options={cannons.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}

const previewed = [
  'entityId',
  'cannonIds',
  'siteId',
  'channelId',
  'basis',
  'compare',
  'threshold',
  'deadBand',
  'consecutive',
  'minRunSeconds',
  'maxRunMinutes',
  'minPauseSeconds',
  'fromTime',
  'toTime',
  'fromDay',
  'toDay',
  'maxWind',
  'minTemperature',
  'rainChannelId',
  'maxRain',
] as const;

/** The fields that the preview depends on. */
function pickLinkage(rule: TypedLinkage): Record<string, unknown> {
  return Object.fromEntries(
    previewed.map((name) => [name, rule[name] || rule[name] === 0 ? rule[name] : undefined]),
  );
}
