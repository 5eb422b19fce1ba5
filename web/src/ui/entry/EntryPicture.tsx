import { useState } from 'react';
import { EntryScenery } from './EntryScenery.tsx';
import styles from './entry.module.css';

/** The picture behind the login: the one given, or the product's own, also where theirs cannot be shown. */
export function EntryPicture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return <EntryScenery />;
  return <img className={styles.picture} src={src} alt="" onError={() => setBroken(src)} />;
}
