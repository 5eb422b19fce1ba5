import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { Form, type FormInstance } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { getNotifier } from '../../api/notifier.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toRem } from '../../ui/scale.ts';
import { formFields, type NamedField } from '../fields/resource-fields.ts';
import type { Filter } from '../list-query.ts';
import styles from '../resource.module.css';
import { RowState } from '../row/RowState.tsx';
import { type ResourceRow, rowName } from '../row/row.ts';
import { useSaveRow } from '../row/use-resource-writes.ts';
import { useRow } from '../row/use-row.ts';
import { useLanguage } from '../use-language.ts';
import { FormFields, type FormInputs, isShort } from './FormFields.tsx';
import { useDiscardConfirmation } from './use-discard-confirmation.ts';

interface ResourceFormProps {
  resource: Resource;
  endpoints: ResourceEndpoints;
  open: boolean;
  /** The row to edit; undefined to add one. */
  id: number | undefined;
  fixedValues?: Filter;
  /** Initial values of a new row. */
  initialValues?: ResourceRow | undefined;
  inputs?: FormInputs | undefined;
  /** Whether a field applies, given the values typed so far. */
  isFieldShown?(name: string, values: ResourceRow): boolean;
  /** Whether a field is required, given the values typed so far, even if it is not always. */
  isFieldRequired?(name: string, values: ResourceRow): boolean;
  /** Asks before a row is saved; `before` is the stored row. */
  confirmSave?(values: ResourceRow, before: ResourceRow | undefined): Promise<boolean>;
  onClose: () => void;
}

const formLook = { layout: 'vertical', scrollToFirstError: { focus: true } } as const;

/** Dialog that adds or edits one row. Mount a new one for every opening. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, endpoints, open, id, fixedValues, initialValues, inputs, onClose } = props;
  const { isFieldShown = () => true, isFieldRequired = () => false } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const formId = useId();
  const [form] = Form.useForm<ResourceRow>();
  const allFields = formFields(resource, fixedValues);
  const isWide = allFields.filter(isShort).length > 4;
  const stored = useRow(endpoints, open ? id : undefined, formId);
  const row = id === undefined ? { ...newRow(allFields), ...initialValues } : stored.data;
  const typed = Form.useWatch((values: ResourceRow) => values, form);
  const values = { ...row, ...typed };
  const fields = allFields
    .filter(({ name }) => isFieldShown(name, values))
    .map((one) =>
      isFieldRequired(one.name, values) ? { ...one, field: { ...one.field, required: true } } : one,
    );
  const title =
    id === undefined
      ? t(`${resource.texts}.add`)
      : t('kit.form.editTitle', { name: row ? rowName(resource, row, language) : '…' });
  const askBeforeLosing = useDiscardConfirmation();

  const saving = useSaveRow({
    resource,
    endpoints,
    id,
    onSaved: onClose,
    onError: (error) => showBesideField(form, fields, error),
  });

  async function save(given: ResourceRow) {
    if (saving.isPending) return;
    if (props.confirmSave && !(await props.confirmSave(given, stored.data))) return;
    saving.mutate(given);
  }

  function close() {
    if (saving.isPending) return;
    if (form.isFieldsTouched()) askBeforeLosing(onClose);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      title={title}
      width={toRem(isWide ? 800 : 520)}
      okText={t('kit.form.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: !row,
        loading: saving.isPending && { delay: 200 },
      }}
      onCancel={close}
    >
      {!row && <RowState row={stored} lines={fields.length * 2} />}
      {row && (
        <Form
          {...formLook}
          id={formId}
          name={formId}
          form={form}
          initialValues={row}
          className={isWide ? styles.wideForm : undefined}
          onFinish={(values) => void save({ ...fixedValues, ...values })}
        >
          <FormFields fields={fields} isEdit={id !== undefined} inputs={inputs} />
        </Form>
      )}
    </Dialog>
  );
}

/** Shows an error of a field, which the request layer leaves to the form. */
function showBesideField(form: FormInstance, fields: NamedField[], error: Error): void {
  if (!(error instanceof CallError) || error.field === undefined) return;
  if (!fields.some(({ name }) => name === error.field)) return getNotifier().error(error.message);
  form.setFields([{ name: error.field, errors: [error.message] }]);
  form.scrollToField(error.field, { focus: true });
}

function newRow(fields: NamedField[]): ResourceRow {
  return Object.fromEntries(
    fields.map(({ name, field }) => [name, 'default' in field ? field.default : undefined]),
  );
}
