import { Link } from 'react-router';
import { useSite } from '../use-site.ts';

export function SiteLogo({ collapsed }: { collapsed: boolean }) {
  const { title, logo } = useSite();
  return (
    <Link className="shell-logo" to="/" title={title}>
      <img src={logo} alt={collapsed ? title : ''} />
      {!collapsed && <span>{title}</span>}
    </Link>
  );
}
