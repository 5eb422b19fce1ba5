import { useTranslation } from 'react-i18next';
import { useSite } from '../use-site.ts';
import { siteAddress } from './site-address.ts';

export function EntryBrand() {
  const { t } = useTranslation();
  const { title, isOwn, logo, info } = useSite();
  const address = siteAddress(info.loginUrl);
  const name = (
    <>
      <img src={logo} alt="" width={48} height={48} />
      <h1>{title}</h1>
    </>
  );
  return (
    <div className="login-brand">
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {!isOwn && <p>{t('shell.tagline')}</p>}
    </div>
  );
}
