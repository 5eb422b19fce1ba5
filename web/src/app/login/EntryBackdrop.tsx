import { useState } from 'react';
import { useSite } from '../use-site.ts';
import { LoginScenery } from './LoginScenery.tsx';

/** The picture of the installation, or the product's own: also where theirs cannot be shown. */
export function EntryBackdrop() {
  const { loginBackground } = useSite().info;
  const [broken, setBroken] = useState<string>();
  if (!loginBackground || loginBackground === broken) return <LoginScenery />;
  return (
    <img className="login-picture" src={loginBackground} alt="" onError={() => setBroken(loginBackground)} />
  );
}
