import { useAddress } from '../../../query/state/use-address.ts';

const names = { references: 'references', first: 'first', x: 'x', y: 'y' };

/** Official stations, the member to compare with, and the pair of the scatter plot: all in the address. */
export function useContrastView() {
  const [address, changeAddress] = useAddress();
  const write = (values: Partial<Record<keyof typeof names, string>>) =>
    changeAddress((next) => {
      for (const [name, value] of Object.entries(values))
        if (value) next.set(name, value);
        else next.delete(name);
      return next;
    });
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
