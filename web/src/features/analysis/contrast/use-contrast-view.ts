import { useAddressParts } from '../../../query/state/use-address-part.ts';

const names = { references: 'references', first: 'first', x: 'x', y: 'y' };
/** The parts of the address that are saved with a query. */
export const contrastParts = Object.values(names);

/** Official stations, the member to compare with, and the pair of the scatter plot: all in the address. */
export function useContrastView() {
  const [address, write] = useAddressParts();
  return {
    references: [...new Set(address.get(names.references)?.split(',').filter(Boolean))],
    first: address.get(names.first),
    x: address.get(names.x),
    y: address.get(names.y),
    setReferences: (codes: readonly string[]) => write({ references: codes.join() }),
    setFirst: (key: string) => write({ first: key }),
    setPair: (pair: { x: string; y: string }) => write(pair),
  };
}
