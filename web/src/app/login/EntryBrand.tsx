import { readLinkAddress } from '@limpid/contract/system/personalization';
import { useTranslation } from 'react-i18next';
import { EntryName } from '../../ui/EntryName.tsx';
import { useSite } from '../use-site.ts';

export function EntryBrand() {
  const { t } = useTranslation();
  const { title, isOwn, logo, info } = useSite();
  return (
    <EntryName
      logo={logo}
      title={title}
      tagline={isOwn ? undefined : t('shell.tagline')}
      address={readLinkAddress(info.loginUrl)}
    />
  );
}
