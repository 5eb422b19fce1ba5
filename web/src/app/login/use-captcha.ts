import { captchaImage } from '@limpid/contract/system/session';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

export type Captcha =
  | { state: 'loading' | 'failed' | 'off' }
  | { state: 'shown'; uuid: string; picture: string };

/** The picture comes without its type; the first characters of each format give it away. */
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

/** Registering asks for a picture even where logging in does not. */
export function useCaptcha(purpose?: 'register') {
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void fetchCaptcha(purpose)
      .catch((): Captcha => ({ state: 'failed' }))
      .then((answer) => isCurrent && setCaptcha(answer));
    return () => {
      isCurrent = false;
    };
  }, [round, purpose]);
  const reload = () => {
    // Where no captcha is wanted none appears for a moment, either.
    if (captcha.state !== 'off') setCaptcha({ state: 'loading' });
    setRound(round + 1);
  };
  return { captcha, reload };
}
