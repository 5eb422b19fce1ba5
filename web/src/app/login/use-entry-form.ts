import type { FormInstance } from 'antd';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import type { useCaptcha } from './use-captcha.ts';

export interface EntryValues {
  username: string;
  password: string;
  code?: string;
  /** Only when a password is chosen. */
  confirmation?: string;
  /** Only at login. */
  remember?: boolean;
}

/** The id of the captcha and its solution. */
export interface Proof {
  uuid?: string;
  code?: string;
}

const fieldNames = ['username', 'password', 'code'] as const;

/** Submits a form with a captcha; errors appear at their field, or are returned as `failure`. */
export function useEntryForm(
  form: FormInstance<EntryValues>,
  { captcha, reload, require }: ReturnType<typeof useCaptcha>,
  send: (values: EntryValues, proof: Proof) => Promise<void>,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError>();

  function showFailure(error: CallError): void {
    if (captcha.state === 'off' && error.field === 'code') {
      // The field does not exist yet, so the error appears above the form.
      require();
      setFailure(error);
      return;
    }
    // A captcha can be used once.
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
