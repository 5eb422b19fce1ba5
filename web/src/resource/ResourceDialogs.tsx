import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { FormInputs } from './form/FormFields.tsx';
import { ResourceForm } from './form/ResourceForm.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import type { Filter } from './list-query.ts';
import type { ResourceRow } from './row/row.ts';
import { useDialog } from './row/use-dialog.ts';

/** The row of the form, or the initial values of a new one. */
interface FormSubject {
  id?: number;
  initialValues?: ResourceRow;
}

export function useResourceDialogs() {
  return { form: useDialog<FormSubject>(), importing: useDialog() };
}

interface ResourceDialogsProps {
  resource: Resource;
  endpoints: ResourceEndpoints;
  dialogs: ReturnType<typeof useResourceDialogs>;
  fixedValues: Filter | undefined;
  inputs: FormInputs | undefined;
  isFieldShown?(name: string, values: ResourceRow): boolean;
  confirmSave?(values: ResourceRow, before: ResourceRow | undefined): Promise<boolean>;
  isFieldRequired?(name: string, values: ResourceRow): boolean;
}

/** The dialogs of a list, form and import, each mounted when it is first opened. */
export function ResourceDialogs({ dialogs: { form, importing }, ...props }: ResourceDialogsProps) {
  return (
    <>
      {form.turn > 0 && (
        <ResourceForm
          {...props}
          key={`form${form.turn}`}
          open={form.open}
          id={form.subject?.id}
          initialValues={form.subject?.initialValues}
          onClose={form.hide}
        />
      )}
      {importing.turn > 0 && (
        <ImportDialog
          resource={props.resource}
          endpoints={props.endpoints}
          key={`import${importing.turn}`}
          open={importing.open}
          onClose={importing.hide}
        />
      )}
    </>
  );
}
