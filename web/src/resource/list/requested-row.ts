import type { Resource } from '@limpid/contract/kit/resource';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { ResourceRow } from '../row.ts';

const useStore = create<{ asked: { path: string; initialValues: ResourceRow } | undefined }>()(() => ({
  asked: undefined,
}));

/** Makes the next screen of the resource open its form for a new row with these values. */
export function requestNewRow({ path }: Resource, initialValues: ResourceRow): void {
  useStore.setState({ asked: { path, initialValues } });
}

/** Opens the form that another screen has requested, once. */
export function useRequestedRow({ path }: Resource, show: (initialValues: ResourceRow) => void): void {
  const asked = useStore((store) => store.asked);
  useEffect(() => {
    if (asked?.path !== path) return;
    useStore.setState({ asked: undefined });
    show(asked.initialValues);
  }, [asked, path, show]);
}
