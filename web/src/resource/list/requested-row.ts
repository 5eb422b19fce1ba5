import type { Resource } from '@limpid/contract/kit/resource';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { ResourceRow } from '../row.ts';

const useStore = create<{ asked: { path: string; initialValues: ResourceRow } | undefined }>()(() => ({
  asked: undefined,
}));

/** The next screen of the resource opens its form for a new row that begins like this. */
export function requestNewRow({ path }: Resource, initialValues: ResourceRow): void {
  useStore.setState({ asked: { path, initialValues } });
}

/** Shows the form of a row that another screen has asked for, once. */
export function useRequestedRow({ path }: Resource, show: (initialValues: ResourceRow) => void): void {
  const asked = useStore((store) => store.asked);
  useEffect(() => {
    if (asked?.path !== path) return;
    useStore.setState({ asked: undefined });
    show(asked.initialValues);
  }, [asked, path, show]);
}
