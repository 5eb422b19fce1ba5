import type { Resource } from '@limpid/contract/kit/resource';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { ResourceRow } from '../row/row.ts';

const useStore = create<{ requested: { path: string; initialValues: ResourceRow } | undefined }>()(() => ({
  requested: undefined,
}));

/** Makes the next screen of the resource open its form for a new row with these values. */
export function requestNewRow({ path }: Resource, initialValues: ResourceRow): void {
  useStore.setState({ requested: { path, initialValues } });
}

/** Opens the form that another screen has requested, once. */
export function useRequestedRow({ path }: Resource, show: (initialValues: ResourceRow) => void): void {
  const requested = useStore((store) => store.requested);
  useEffect(() => {
    if (requested?.path !== path) return;
    useStore.setState({ requested: undefined });
    show(requested.initialValues);
  }, [requested, path, show]);
}
