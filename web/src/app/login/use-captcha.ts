import { captchaImage } from '@limpid/contract/system/session';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

export type Captcha =
  | { state: 'loading' | 'failed' | 'off' }
  | { state: 'shown'; uuid: string; picture: string };

/** The response has no media type; the first characters identify the format. */
function pictureAddress(base64: string): string {
  const type = base64.startsWith('/9j/') ? 'jpeg' : base64.startsWith('R0lG') ? 'gif' : 'png';
  return `data:image/${type};base64,${base64}`;
}

async function fetchCaptcha(purpose: string | undefined): Promise<Captcha> {
  const query = purpose ? { purpose } : {};
  const { captchaEnabled, uuid, img } = await call(captchaImage, { query, quiet: true });
  if (!captchaEnabled) return { state: 'off' };
  return uuid && img ? { state: 'shown', uuid, picture: pictureAddress(img) } : { state: 'failed' };
}

/** The captcha of a form. Registration always requires one; a login may require one even if it is switched off. */
export function useCaptcha(purpose?: 'register') {
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'loading' });
  const [isRequired, setRequired] = useState(false);
  const [round, setRound] = useState(0);
  const reason = purpose ?? (isRequired ? 'login' : undefined);
  useEffect(() => {
    let isCurrent = true;
    void fetchCaptcha(reason)
      .catch((): Captcha => ({ state: 'failed' }))
      .then((answer) => isCurrent && setCaptcha(answer));
    return () => {
      isCurrent = false;
    };
  }, [round, reason]);
  const reload = () => {
    // A form without a captcha stays without one during a reload.
    if (captcha.state !== 'off') setCaptcha({ state: 'loading' });
    setRound(round + 1);
  };
  /** Shows a captcha from now on, because the server requires one for this account. */
  const require = () => {
    setCaptcha({ state: 'loading' });
    setRequired(true);
  };
  return { captcha, isRequired, reload, require };
}
