import { readLinkAddress } from '@limpid/contract/system/personalization';
import { useTranslation } from 'react-i18next';
import { EntryName } from '../../ui/entry/EntryName.tsx';
import { useBranding } from '../use-branding.ts';

export function EntryBrand() {
  const { t } = useTranslation();
  const { title, isPersonalised, logo, info } = useBranding();
  return (
    <EntryName
      logo={logo}
      title={title}
      tagline={isPersonalised ? undefined : t('shell.tagline')}
      address={readLinkAddress(info.loginUrl)}
    />
  );
}
