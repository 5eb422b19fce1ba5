import { useState } from 'react';
import { EntryScenery } from './EntryScenery.tsx';
import styles from './entry.module.css';

/** The background of the login: the given picture, or the default if it cannot be loaded. */
export function EntryPicture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return <EntryScenery />;
  return <img className={styles.picture} src={src} alt="" onError={() => setBroken(src)} />;
}
