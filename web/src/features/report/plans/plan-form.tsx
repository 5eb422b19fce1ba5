import { departmentChoices } from '@limpid/contract/system/department';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import { ReportEntityPicker, ReportSitePicker } from '../make/SubjectPickers.tsx';
import { PlanChannels, PlanCity, PlanLanguages, PlanTemplate } from './PlanInputs.tsx';

export const planInputs: FormInputs = {
  templateId: <PlanTemplate />,
  siteId: <ReportSitePicker />,
  entityId: <ReportEntityPicker />,
  city: <PlanCity />,
  deptId: <TreePicker endpoint={departmentChoices} allowClear />,
  [noteOf('deptId')]: <FieldHint text="report.plan.notes.deptId" />,
  languages: <PlanLanguages />,
  [noteOf('languages')]: <FieldHint text="report.make.eachLanguage" />,
  notifyChannelIds: <PlanChannels />,
  [noteOf('notifyChannelIds')]: <FieldHint text="report.plan.notes.notifyChannelIds" />,
};
