import { Link } from 'react-router';
import { BrandName } from '../../ui/BrandName.tsx';
import { useBranding } from '../use-branding.ts';

export function SiteLogo({ collapsed }: { collapsed: boolean }) {
  const { title, logo } = useBranding();
  return (
    <Link className="shell-logo" to="/" title={title}>
      <BrandName logo={logo} title={title} collapsed={collapsed} />
    </Link>
  );
}
