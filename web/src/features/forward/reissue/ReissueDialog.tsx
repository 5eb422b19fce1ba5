import {
  forwardReissue,
  listReissueTargets,
  maxReissueDays,
  maxReissueSites,
  previewReissue,
  type ReissueChoice,
  reissueKinds,
  startReissue,
} from '@limpid/contract/forward/reissue';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, DatePicker, Form, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useSession } from '../../../api/session.ts';
import { dayPickerForm } from '../../../lib/dates.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { SitePicker } from '../../../query/bar/SitePicker.tsx';
import { toZoneInstant } from '../../../query/bar/zone-instant.ts';
import { useChosenSites } from '../../../query/sites/use-sites.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { ReissueNumbers } from './ReissueNumbers.tsx';
import styles from './reissue.module.css';

interface Chosen {
  siteIds: number[];
  targetIds: number[];
  kinds: ReissueChoice['kinds'];
  period: [Dayjs, Dayjs] | undefined;
  acknowledged: boolean;
}

const nothing: Chosen = {
  siteIds: [],
  targetIds: [],
  kinds: [...reissueKinds],
  period: undefined,
  acknowledged: false,
};

/** Chooses what is sent to which targets, shows how much that is, and starts it after a confirmation. */
export function ReissueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const { modal } = App.useApp();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(nothing);
  const [isPicking, setPicking] = useState(false);
  const set = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part });
  const sites = useChosenSites('data:reissue:add', chosen.siteIds);
  const shownSites = chosen.siteIds.length === 0 ? [] : sites.data;
  const entities = new Set(shownSites?.map(({ entityId }) => entityId));
  const targets = useQuery({
    queryKey: [listReissueTargets.path],
    queryFn: ({ signal }) => call(listReissueTargets, { signal }),
  });
  const offered = targets.data?.filter(({ entityId }) => entities.has(entityId)) ?? [];
  const targetIds = chosen.targetIds.filter((id) => offered.some(({ targetId }) => targetId === id));
  const choice = toChoice({ ...chosen, targetIds }, zone);
  const preview = useQuery({
    queryKey: [previewReissue.path, choice],
    queryFn: ({ signal }) => call(previewReissue, { body: choice ?? never(), signal, quiet: true }),
    enabled: choice !== undefined,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: (body: ReissueChoice) => call(startReissue, { body }),
    async onSuccess({ total }) {
      getNotifier().success(t('forward.reissue.started', { packets: formatCount(total, language) }));
      await invalidatePath(client, forwardReissue.path);
      onClose();
    },
  });
  const found = choice && preview.data;

  function confirm(): void {
    if (!choice || !found) return;
    modal.confirm({
      title: t('forward.reissue.confirmTitle', { packets: formatCount(found.packets, language) }),
      content: t('forward.reissue.confirmNote', {
        targets: formatCount(found.targets.filter(({ packets }) => packets > 0).length, language),
        span: formatSpan(Math.ceil(found.seconds), language),
      }),
      okText: t('forward.reissue.start'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => start.mutate(choice, { onSettled: () => close() })),
    });
  }

  return (
    <Dialog
      open
      width={toRem(680)}
      title={t('forward.reissue.add')}
      okText={t('forward.reissue.start')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !found || found.packets === 0, loading: start.isPending }}
      onOk={confirm}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false} className={styles.form ?? ''}>
        <SitePicker
          permission="data:reissue:add"
          sites={shownSites}
          max={maxReissueSites}
          isOpen={isPicking}
          onOpen={setPicking}
          onChange={(siteIds) => set({ siteIds })}
        />
        <Form.Item
          label={t('forward.reissue.fields.targetNames')}
          htmlFor="reissue-targets"
          {...(entities.size > 0 &&
            targets.data &&
            offered.length === 0 && { help: t('forward.reissue.noTargets') })}
        >
          <Select
            id="reissue-targets"
            mode="multiple"
            value={targetIds}
            loading={targets.isPending}
            disabled={entities.size === 0}
            placeholder={t(
              entities.size === 0 ? 'forward.reissue.sitesFirst' : 'forward.reissue.chooseTargets',
            )}
            options={offered.map(({ targetId, targetName, entityName }) => ({
              value: targetId,
              label: entities.size > 1 ? `${entityName} · ${targetName}` : targetName,
            }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(ids) => set({ targetIds: ids })}
          />
        </Form.Item>
        <Form.Item label={t('forward.reissue.fields.kinds')}>
          <Checkbox.Group
            value={chosen.kinds}
            options={reissueKinds.map((kind) => ({ value: kind, label: t(`forward.kinds.${kind}`) }))}
            onChange={(kinds) => set({ kinds })}
          />
        </Form.Item>
        <Form.Item
          label={t('data.query.period')}
          htmlFor="reissue-period"
          extra={t('forward.reissue.zone', { zone })}
        >
          <DatePicker.RangePicker
            id={{ start: 'reissue-period', end: 'reissue-period-end' }}
            value={chosen.period ?? null}
            showTime={{ format: 'HH:mm' }}
            format={`${dayPickerForm(language)} HH:mm`}
            disabledDate={(day, { from }) =>
              from !== undefined && Math.abs(day.diff(from, 'day')) >= maxReissueDays
            }
            onChange={(period) =>
              set({ period: period?.[0] && period[1] ? [period[0], period[1]] : undefined })
            }
          />
        </Form.Item>
        <Checkbox
          checked={chosen.acknowledged}
          onChange={({ target: { checked } }) => set({ acknowledged: checked })}
        >
          {t('forward.reissue.fields.acknowledged')}
        </Checkbox>
      </Form>
      <ReissueNumbers isComplete={choice !== undefined} preview={preview} />
    </Dialog>
  );
}

function never(): never {
  throw new Error('a preview needs a choice');
}

function toChoice({ period, ...chosen }: Chosen, zone: string): ReissueChoice | undefined {
  const { siteIds, targetIds, kinds } = chosen;
  if (!period || siteIds.length === 0 || targetIds.length === 0 || kinds.length === 0) return undefined;
  const [from, to] = period.map((at) => toZoneInstant(at, zone));
  return { ...chosen, from: from ?? 0, to: to ?? 0 };
}
