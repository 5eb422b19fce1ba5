import { channel } from '@limpid/contract/basedata/channel';
import { deviceType } from '@limpid/contract/basedata/device-type';
import { sensorType } from '@limpid/contract/basedata/sensor-type';
import { entity } from '@limpid/contract/site/entity';
import { site } from '@limpid/contract/site/site';
import { useTranslation } from 'react-i18next';
import { CoordinateInput } from '../../query/place/CoordinateInput.tsx';
import { OwnerPlacePicker } from '../../query/place/PlacePicker.tsx';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { PartsInput } from '../../resource/form/PartsInput.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { ReferenceStationInput } from './ReferenceStationInput.tsx';
import { RemoveDemoButton } from './RemoveDemoButton.tsx';
import { SiteDialogs, useSiteDialogs } from './SiteDialogs.tsx';
import { SiteName } from './SiteName.tsx';
import { useDeviceWriteConfirmation } from './use-device-write-confirmation.tsx';

const ofCoefficient = { channelId: <OptionPicker resource={channel} /> };

const inputs: FormInputs = {
  entityId: <OptionPicker resource={entity} shows="entityName" />,
  deviceTypeId: <OptionPicker resource={deviceType} shows="typeName" />,
  sensorTypeIds: <OptionPicker resource={sensorType} several />,
  longitude: <CoordinateInput name="longitude" />,
  latitude: <CoordinateInput name="latitude" />,
  [belowField('latitude')]: <OwnerPlacePicker />,
  referenceStationCode: <ReferenceStationInput />,
  [noteOf('referenceStationCode')]: <FieldHint text="site.site.referenceStationNote" />,
  [noteOf('threshold')]: <FieldHint text="site.site.thresholdNote" />,
  [noteOf('sm4Required')]: <FieldHint text="site.site.sm4RequiredNote" />,
  [noteOf('mqttAllowed')]: <FieldHint text="site.site.mqttAllowedNote" />,
  coefficients: (
    <PartsInput field={site.fields.coefficients} inputs={ofCoefficient} initialValues={{ k: 1, b: 0 }} />
  ),
  [noteOf('coefficients')]: <FieldHint text="site.site.coefficientPlaceNote" />,
};

export default function SiteScreen() {
  const { t } = useTranslation();
  const dialogs = useSiteDialogs();
  const confirmSave = useDeviceWriteConfirmation();
  const cells: Cells<typeof site> = {
    online: (row) =>
      row.online === 'on' ? (
        <StatusDot look="success" text={t('site.site.fields.online_on')} />
      ) : (
        <StatusDot look="info" text={t('site.site.fields.online_off')} />
      ),
    passwordState: (row) =>
      row.passwordState === 'none' ? (
        <StatusDot look="warning" text={t('site.site.fields.passwordState_none')} />
      ) : (
        <StatusDot look="success" text={t('site.site.fields.passwordState_set')} />
      ),
    siteName: (row) => <SiteName row={row} />,
    status: (row) => <StatusSwitch resource={site} row={row} />,
  };
  return (
    <>
      <ResourceScreen
        resource={site}
        cells={cells}
        inputs={inputs}
        confirmSave={confirmSave}
        rowActions={dialogs.actions}
        tools={<RemoveDemoButton />}
      />
      <SiteDialogs dialogs={dialogs} />
    </>
  );
}
