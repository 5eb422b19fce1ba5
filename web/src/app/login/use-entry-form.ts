import type { FormInstance } from 'antd';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import type { useCaptcha } from './use-captcha.ts';

export interface EntryValues {
  username: string;
  password: string;
  code?: string;
  /** Where a password is chosen. */
  confirmation?: string;
  /** Where a name can be remembered. */
  remember?: boolean;
}

/** What proves that a person is there: the picture and what they read in it. */
export interface Proof {
  uuid?: string;
  code?: string;
}

const fieldNames = ['username', 'password', 'code'] as const;

/** Sends the values of a form with a picture; what is refused is said beside its field, or given as `failure`. */
export function useEntryForm(
  form: FormInstance<EntryValues>,
  { captcha, reload, require }: ReturnType<typeof useCaptcha>,
  send: (values: EntryValues, proof: Proof) => Promise<void>,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError>();

  function showFailure(error: CallError): void {
    if (captcha.state === 'off' && error.field === 'code') {
      // The field is not there yet: the reason stands above the form.
      require();
      setFailure(error);
      return;
    }
    // A picture is good for one try.
    reload();
    form.setFieldValue('code', '');
    const field = fieldNames.find((name) => name === error.field);
    if (field) form.setFields([{ name: field, errors: [error.message] }]);
    else setFailure(error);
    form.focusField(field ?? 'password');
  }

  async function submit(values: EntryValues): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await send(values, captcha.state === 'shown' ? { uuid: captcha.uuid, code: values.code ?? '' } : {});
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, failure, submit };
}
