import { useAddress } from '../../query/use-address.ts';

/** One of several choices as a part of the address, which omits the first one. */
export function useAddressChoice<Choice extends string | number>(
  name: string,
  choices: readonly Choice[],
  first: Choice,
): [Choice, (choice: Choice) => void] {
  const [address, changeAddress] = useAddress();
  const chosen = choices.find((one) => String(one) === address.get(name)) ?? first;
  return [
    chosen,
    (choice) =>
      changeAddress((next) => {
        if (choice === first) next.delete(name);
        else next.set(name, String(choice));
        return next;
      }),
  ];
}
