import { ApiOutlined } from '@ant-design/icons';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import type { RowOf } from '@limpid/contract/kit/row';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { CannonState } from '../../query/cannons/CannonState.tsx';
import { cannonParameter } from '../../query/cannons/cannon-address.ts';
import { ManualText, useReleaseCannon } from '../../query/cannons/ManualControl.tsx';
import { SwitchDialog } from '../../query/cannons/SwitchDialog.tsx';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import { useIsManual } from '../../query/cannons/use-manual.ts';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { CannonDrawer } from './cannons/CannonDrawer.tsx';
import { CannonNameLink } from './cannons/CannonNameLink.tsx';
import { cannonInputs, isCannonFieldShown } from './cannons/cannon-form.tsx';
import { DtuDialog } from './cannons/DtuDialog.tsx';
import { mayBeLeftOn, useGiveUpRelay } from './cannons/give-up-relay.ts';
import { TestDialog } from './cannons/TestDialog.tsx';

type Row = RowOf<typeof fogCannon>;

const cells: Cells<typeof fogCannon> = {
  cannonName: ({ cannonId, cannonName }) => <CannonNameLink cannonId={cannonId} name={cannonName} />,
  switchState: (row) => <StateCell row={row} />,
  jog: (row) => <JogTime row={row} />,
  status: (row) => <StatusSwitch resource={fogCannon} row={row} />,
};

function JogTime({ row: { jog, jogSeconds } }: { row: Row }) {
  const { t } = useTranslation();
  return jog === 'Y' ? t('fogcannon.state.jog', { seconds: jogSeconds }) : t('fogcannon.state.noJog');
}

/** The state, and below it why it is not known, and whether a person is in control. */
function StateCell({ row }: { row: Row }) {
  const isManual = useIsManual()(row);
  const problem = row.status === '0' ? row.problem : null;
  return (
    <TwoLines
      first={<CannonState cannon={row} />}
      second={
        (problem || isManual) && (
          <>
            {problem && <EllipsisText text={problem} />}
            {isManual && <ManualText cannon={row} />}
          </>
        )
      }
    />
  );
}

/** Names are long, and a state may have notes below it. */
const columns = {
  widths: { cannonName: 184, switchState: 'rest', model: 92, jog: 76, status: 84 },
} as const;

/** All fog cannons with their state; they are switched, tested and set up here. */
export default function CannonScreen() {
  const { t } = useTranslation();
  useCannonChanges();
  const isManual = useIsManual();
  const release = useReleaseCannon();
  const giveUp = useGiveUpRelay();
  const switching = useDialog<Row>();
  const testing = useDialog<Row>();
  const dtus = useDialog<null>();
  const [address, setAddress] = useSearchParams();
  const opened = Number(address.get(cannonParameter)) || undefined;
  const actions = (row: Row): RowAction[] => [
    ...(hasAnyPermission('fog:gun:operate') && row.status === '0'
      ? [{ key: 'switch', text: t('fogcannon.switch.action'), run: () => switching.show(row) }]
      : []),
    ...(hasAnyPermission('fog:gun:operate') && isManual(row)
      ? [
          {
            key: 'release',
            text: t('fogcannon.manual.release'),
            run: () => release.mutate(row.cannonId),
          },
        ]
      : []),
    ...(hasAnyPermission('fog:gun:edit') && mayBeLeftOn(row)
      ? [{ key: 'giveUp', text: t('fogcannon.giveUp.action'), run: () => giveUp(row) }]
      : []),
    ...(hasAnyPermission('fog:gun:edit')
      ? [{ key: 'test', text: t('fogcannon.test.action'), run: () => testing.show(row) }]
      : []),
  ];
  return (
    <>
      <ResourceScreen
        resource={fogCannon}
        cells={cells}
        columns={columns}
        inputs={cannonInputs}
        isFieldShown={isCannonFieldShown}
        rowActions={actions}
        tools={
          hasAnyPermission('fog:gun:add') && (
            <Button icon={<ApiOutlined aria-hidden />} onClick={() => dtus.show(null)}>
              {t('fogcannon.dtu.action')}
            </Button>
          )
        }
      />
      <CannonDrawer
        cannonId={opened}
        onClose={() => setAddress({}, { replace: true })}
        onSwitch={switching.show}
      />
      {switching.subject && (
        <SwitchDialog
          key={`switch ${switching.turn}`}
          cannon={switching.subject}
          open={switching.open}
          onClose={switching.hide}
        />
      )}
      {testing.subject && (
        <TestDialog
          key={`test ${testing.turn}`}
          cannon={testing.subject}
          turn={testing.turn}
          open={testing.open}
          onClose={testing.hide}
        />
      )}
      {dtus.turn > 0 && <DtuDialog key={`dtus ${dtus.turn}`} open={dtus.open} onClose={dtus.hide} />}
    </>
  );
}
