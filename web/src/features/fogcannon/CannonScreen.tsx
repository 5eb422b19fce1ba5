import { ApiOutlined } from '@ant-design/icons';
import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import type { RowOf } from '@limpid/contract/kit/row';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { CannonState } from '../../query/cannons/CannonState.tsx';
import { cannonAddress, cannonParameter } from '../../query/cannons/cannon-address.ts';
import { SwitchDialog } from '../../query/cannons/SwitchDialog.tsx';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import type { RowAction } from '../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useDialog } from '../../resource/row/use-dialog.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { CannonDrawer } from './cannons/CannonDrawer.tsx';
import styles from './cannons/cannon.module.css';
import { cannonInputs, isCannonFieldShown } from './cannons/cannon-form.tsx';
import { DtuDialog } from './cannons/DtuDialog.tsx';
import { TestDialog } from './cannons/TestDialog.tsx';

type Row = RowOf<typeof fogCannon>;

const cells: Cells<typeof fogCannon> = {
  cannonName: (row) => <CannonName row={row} />,
  switchState: (row) => <TwoLinesState row={row} />,
  jog: (row) => <JogTime row={row} />,
  status: (row) => <StatusSwitch resource={fogCannon} row={row} />,
};

function JogTime({ row: { jog, jogSeconds } }: { row: Row }) {
  const { t } = useTranslation();
  return jog === 'Y' ? t('fogcannon.state.jog', { seconds: jogSeconds }) : t('fogcannon.state.noJog');
}

function CannonName({ row }: { row: Row }) {
  const name = <EllipsisText text={row.cannonName} />;
  if (!hasAnyPermission('fog:gun:query')) return name;
  return (
    <Link to={cannonAddress(row.cannonId)} className={styles.link}>
      {name}
    </Link>
  );
}

/** The state, and below it why it is not known. */
function TwoLinesState({ row }: { row: Row }) {
  if (row.status !== '0' || !row.problem) return <CannonState cannon={row} />;
  return <TwoLines first={<CannonState cannon={row} />} second={row.problem} />;
}

/** All fog cannons with their state; they are switched, tested and set up here. */
export default function CannonScreen() {
  const { t } = useTranslation();
  useCannonChanges();
  const switching = useDialog<Row>();
  const testing = useDialog<Row>();
  const dtus = useDialog<null>();
  const [address, setAddress] = useSearchParams();
  const opened = Number(address.get(cannonParameter)) || undefined;
  const actions = (row: Row): RowAction[] => [
    ...(hasAnyPermission('fog:gun:operate') && row.status === '0'
      ? [{ key: 'switch', text: t('fogcannon.switch.action'), run: () => switching.show(row) }]
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
