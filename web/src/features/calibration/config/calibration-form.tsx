import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import {
  CalibratedChannelPicker,
  RainChannelPicker,
  SitesPicker,
  SourcePicker,
  StationsPicker,
} from './CalibrationPickers.tsx';

const hint = (name: string) => <FieldHint text={`calibration.config.hints.${name}`} />;

export const calibrationInputs: FormInputs = {
  siteIds: <SitesPicker />,
  channelIds: <CalibratedChannelPicker />,
  sourceId: <SourcePicker />,
  [noteOf('sourceId')]: hint('sourceId'),
  referenceCodes: <StationsPicker />,
  [noteOf('referenceCodes')]: hint('referenceCodes'),
  [noteOf('city')]: hint('city'),
  referenceSiteIds: <SitesPicker />,
  [noteOf('maxKm')]: hint('maxKm'),
  [noteOf('method')]: hint('method'),
  [noteOf('maxHumidity')]: hint('maxHumidity'),
  rainChannelId: <RainChannelPicker />,
  [noteOf('kMin')]: hint('kMin'),
  [noteOf('bMin')]: hint('bMin'),
  [noteOf('maxChange')]: hint('maxChange'),
  [noteOf('runHour')]: hint('runHour'),
  [noteOf('applyToPast')]: hint('applyToPast'),
};
