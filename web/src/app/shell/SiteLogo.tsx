import { Link } from 'react-router';
import { SiteName } from '../../ui/SiteName.tsx';
import { useSite } from '../use-site.ts';

export function SiteLogo({ collapsed }: { collapsed: boolean }) {
  const { title, logo } = useSite();
  return (
    <Link className="shell-logo" to="/" title={title}>
      <SiteName logo={logo} title={title} collapsed={collapsed} />
    </Link>
  );
}
