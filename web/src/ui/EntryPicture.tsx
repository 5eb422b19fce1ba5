import { useState } from 'react';
import { EntryScenery } from './EntryScenery.tsx';

/** The picture behind the login: the one given, or the product's own, also where theirs cannot be shown. */
export function EntryPicture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return <EntryScenery />;
  return <img className="login-picture" src={src} alt="" onError={() => setBroken(src)} />;
}
