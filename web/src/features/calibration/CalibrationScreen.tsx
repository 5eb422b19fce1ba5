import { calibrationConfig } from '@limpid/contract/calibration/config';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { calibrationCells } from './config/calibration-cells.tsx';
import { calibrationInputs } from './config/calibration-form.tsx';
import { configParameter } from './config/config-address.ts';
import { RunDrawer } from './results/RunDrawer.tsx';
import { useRunCalibration } from './results/use-run-calibration.ts';

type Row = RowOf<typeof calibrationConfig>;

const columns = {
  fields: orderColumns(calibrationConfig, [
    'configName',
    'status',
    'siteNames',
    'channelCodes',
    'lastRunAt',
    'issueState',
    'source',
    'schedule',
    'sourceId',
    'city',
    'referenceCodes',
  ]),
  widths: {
    configName: 160,
    status: 80,
    siteNames: 160,
    channelCodes: 116,
    lastRunAt: 190,
    issueState: 190,
    source: 160,
    schedule: 130,
    sourceId: 180,
    city: 120,
    referenceCodes: 180,
  },
} as const;

/** Fields that only some configs use. */
const uses: { [K in FieldName<typeof calibrationConfig>]?: (row: Partial<Row>) => boolean } = {
  sourceId: ({ source }) => source === 'national' || source === 'provincial',
  city: ({ source }) => source !== 'own',
  referenceCodes: ({ source }) => source !== 'own',
  referenceSiteIds: ({ source }) => source === 'own',
  runHour: ({ schedule }) => schedule !== 'manual',
  runWeekday: ({ schedule }) => schedule === 'weekly',
};
const isFieldShown = (name: FieldName<typeof calibrationConfig>, values: Partial<Row>) =>
  uses[name]?.(values) ?? true;

/** Which sites are calibrated against which stations, their rounds and results. */
export default function CalibrationScreen() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const configId = Number(address.get(configParameter)) || undefined;
  const open = (id: number) => setAddress({ [configParameter]: String(id) }, { replace: true });
  const run = useRunCalibration();
  const actions = (row: Row): RowAction[] => [
    { key: 'results', text: t('calibration.run.results'), run: () => open(row.configId) },
    ...(hasAnyPermission('site:calibration:run') && row.status === '0'
      ? [
          {
            key: 'run',
            text: t('calibration.run.action'),
            run: () => {
              run.mutate(row.configId);
              open(row.configId);
            },
          },
        ]
      : []),
  ];
  return (
    <>
      <ResourceScreen
        resource={calibrationConfig}
        columns={columns}
        cells={calibrationCells}
        inputs={calibrationInputs}
        isFieldShown={isFieldShown}
        rowActions={actions}
      />
      <RunDrawer
        configId={configId}
        running={run.progress}
        onRun={() => configId !== undefined && run.mutate(configId)}
        onClose={() => setAddress({}, { replace: true })}
      />
    </>
  );
}
