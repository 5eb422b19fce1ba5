import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import {
  type FetchReport,
  referenceSource,
  runReferenceSource,
  type SourceTrial,
  tryReferenceSource,
} from '@limpid/contract/reference/reference-source';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { followWork } from '../../api/work.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { PartsInput } from '../../resource/form/PartsInput.tsx';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { rowId } from '../../resource/row/row.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { MarkedName } from '../../ui/MarkedName.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { TrialDialog } from './sources/TrialDialog.tsx';

type Row = RowOf<typeof referenceSource>;
type Name = FieldName<typeof referenceSource>;

const note = (name: string) => <FieldHint text={`reference.source.notes.${name}`} />;
const inputs: FormInputs = {
  pollutants: <PartsInput field={referenceSource.fields.pollutants} initialValues={{ unit: 'µg/m³' }} />,
  [noteOf('url')]: note('url'),
  [noteOf('pollMinutes')]: note('pollMinutes'),
  [noteOf('pastUrl')]: note('pastUrl'),
  [noteOf('rowsPath')]: note('fields'),
  [noteOf('missing')]: note('missing'),
  [noteOf('codePrefix')]: note('codePrefix'),
  [noteOf('fingerprint')]: note('fingerprint'),
};

/** The kinds that have a field; fields without a line belong to all kinds. */
const fieldKinds: Partial<Record<Name, readonly string[]>> = {
  method: ['json'],
  body: ['json'],
  pastUrl: ['cnemc', 'json'],
  pastBody: ['json'],
  apiKeyName: ['pm25in', 'json'],
  apiKeyPlace: ['json'],
  apiKey: ['pm25in', 'openaq', 'json'],
  rowsPath: ['json'],
  codeField: ['json'],
  nameField: ['json'],
  cityField: ['json'],
  provinceField: ['json'],
  longitudeField: ['json'],
  latitudeField: ['json'],
  timeField: ['json'],
  zone: ['json'],
  hourLabel: ['json'],
  missing: ['cnemc', 'pm25in', 'json'],
  pollutants: ['json'],
};

function isFieldShown(name: Name, { kind, method }: Partial<Row>): boolean {
  if (method !== 'POST' && (name === 'body' || name === 'pastBody')) return false;
  return fieldKinds[name]?.includes(kind ?? 'cnemc') ?? true;
}

const columns = {
  fields: orderColumns(referenceSource, [
    'sourceName',
    'status',
    'state',
    'newestRelease',
    'lastRunAt',
    'nextRunAt',
    'kind',
    'stationLevel',
  ]).filter(({ name }) => name !== 'problem' && name !== 'problemDetail'),
  widths: {
    sourceName: 200,
    status: 80,
    state: 220,
    newestRelease: 196,
    lastRunAt: 196,
    nextRunAt: 196,
    kind: 190,
    stationLevel: 130,
  },
} as const;

const looks: Record<string, string> = {
  idle: 'info',
  waiting: 'primary',
  current: 'success',
  retrying: 'warning',
  failing: 'danger',
};

/** Where reference data is fetched from, and how it goes. */
export default function ReferenceSourceScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [tried, setTried] = useState<{ name: string; trial: SourceTrial }>();
  const fetchNow = useFetchNow();
  usePolledList(referenceSource);
  const trial = useMutation({
    mutationFn: (row: Row) => call(tryReferenceSource, { params: { id: rowId(referenceSource, row) } }),
    onSuccess: (found, { sourceName }) => setTried({ name: sourceName ?? '', trial: found }),
  });
  const cells: Cells<typeof referenceSource> = {
    sourceName: ({ sourceName, simulated }) => (
      <MarkedName
        name={sourceName ?? ''}
        mark={simulated ? t('reference.source.fields.simulated') : undefined}
      />
    ),
    status: (row) => <StatusSwitch resource={referenceSource} row={row} />,
    state: ({ state, problem, problemDetail }) => (
      <TwoLines
        first={<StatusDot look={looks[state ?? '']} text={t(`reference.source.fields.state_${state}`)} />}
        second={
          problem && (
            <EllipsisText
              text={
                problemDetail
                  ? t('reference.fetch.problemWithDetail', { problem, detail: problemDetail })
                  : problem
              }
            />
          )
        }
      />
    ),
  };
  const actions = (row: Row): RowAction[] => [
    ...(hasAnyPermission('analysis:referenceSource:run')
      ? [
          { key: 'try', text: t('reference.source.try'), run: () => trial.mutate(row) },
          { key: 'run', text: t('reference.source.fetchNow'), run: () => fetchNow.mutate(row) },
        ]
      : []),
    ...(hasAnyPermission('analysis:referenceFetch:list')
      ? [
          {
            key: 'log',
            text: t('reference.source.showFetches'),
            run: () =>
              void navigate(
                `/analysis/referenceFetch?sourceName=${encodeURIComponent(row.sourceName ?? '')}`,
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <ResourceScreen
        resource={referenceSource}
        columns={columns}
        cells={cells}
        inputs={inputs}
        isFieldShown={isFieldShown}
        rowActions={actions}
      />
      <TrialDialog tried={tried} onClose={() => setTried(undefined)} />
    </>
  );
}

/** Fetches in the background and says at the end what was stored. */
function useFetchNow() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    async mutationFn(row: Row) {
      const { id } = await call(runReferenceSource, { params: { id: rowId(referenceSource, row) } });
      getNotifier().success(t('reference.source.result.starting', { name: row.sourceName }));
      const { state, problem, report } = await followWork(client, id);
      if (state !== 'done') {
        if (problem) getNotifier().error(problem);
        return;
      }
      // The work that was just started reports in this form.
      const { added, revised, unchanged, problem: reason, detail } = report as FetchReport;
      if (reason)
        getNotifier().error(
          detail ? t('reference.fetch.problemWithDetail', { problem: t(reason), detail }) : t(reason),
        );
      else getNotifier().success(t('reference.source.result.done', { added, revised, unchanged }));
    },
    onSettled: () => invalidatePath(client, referenceSource.path),
  });
}
