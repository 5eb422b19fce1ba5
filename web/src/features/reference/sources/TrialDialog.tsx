import { type SourceTrial, sourcePollutants } from '@limpid/contract/reference/reference-source';
import { Alert, Button, Modal, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { useSession } from '../../../api/session.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';

interface TrialDialogProps {
  tried: { name: string; trial: SourceTrial } | undefined;
  onClose: () => void;
}

type SampleRow = SourceTrial['sample'][number] & { id: number };

/** What a source answered, and what would be stored of it. */
export function TrialDialog({ tried, onClose }: TrialDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open={tried !== undefined}
      title={tried && t('reference.source.trial.title', { name: tried.name })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('kit.import.close')}</Button>}
      width={toRem(760)}
      destroyOnHidden
    >
      {tried && <TrialResult {...tried.trial} />}
    </Modal>
  );
}

function TrialResult({ problem, detail, rows, stations, skipped, sample }: SourceTrial) {
  const { t } = useTranslation();
  if (problem !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={t('reference.source.trial.failed')}
        description={
          detail ? t('reference.fetch.problemWithDetail', { problem: t(problem), detail }) : t(problem)
        }
      />
    );
  const list = skipped
    .map(({ reason, count }) => `${t(`reference.skipped.${reason}`)} (${count})`)
    .join(', ');
  return (
    <>
      <Typography.Paragraph>{t('reference.source.trial.read', { rows, stations })}</Typography.Paragraph>
      {list && (
        <Typography.Paragraph type="secondary">
          {t('reference.source.trial.skipped', { list })}
        </Typography.Paragraph>
      )}
      <SampleTable sample={sample} />
    </>
  );
}

function SampleTable({ sample }: Pick<SourceTrial, 'sample'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(
    useSession((session) => session.zone),
    language,
  );
  const field = (name: string) => t(`analysis.nationalControl.fields.${name}`);
  const columns: ListColumn<SampleRow>[] = [
    {
      key: 'station',
      title: field('stationName'),
      width: toRem(150),
      render: ({ stationName }) => stationName,
    },
    {
      key: 'released',
      title: field('releaseTime'),
      width: toRem(120),
      render: ({ releasedAt }) => `${clock.day(releasedAt)} ${clock.time(releasedAt)}`,
    },
    ...sourcePollutants.map(
      (pollutant, place): ListColumn<SampleRow> => ({
        key: pollutant,
        title: t(`reference.source.partFields.pollutant_${pollutant}`),
        isNumber: true,
        width: toRem(70),
        render: ({ values }) => values[place] ?? dash,
      }),
    ),
  ];
  return (
    <ListTable<SampleRow>
      label={t('reference.source.try')}
      columns={columns}
      rows={sample.map((row, id) => ({ ...row, id }))}
      idOf={({ id }) => id}
      minWidth={toRem(690)}
      empty={null}
      sort={undefined}
      onSort={() => undefined}
      isCompact
    />
  );
}
