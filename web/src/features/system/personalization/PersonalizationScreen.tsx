import { type Personalization, readPersonalization } from '@limpid/contract/system/personalization';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { PersonalizationForm } from './PersonalizationForm.tsx';
import styles from './personalization.module.css';

export default function PersonalizationScreen() {
  const query = useQuery({
    queryKey: [readPersonalization.path],
    queryFn: ({ signal }) => call(readPersonalization, { signal, quiet: true }),
  });
  // Uses the first response only, because a refetch must not overwrite the form.
  const [stored, setStored] = useState<Personalization>();
  if (!stored && query.data && !query.isFetching) setStored(query.data);
  if (stored) return <PersonalizationForm stored={stored} />;
  return (
    <div className={styles.card}>
      <RowState row={query} lines={12} />
    </div>
  );
}
