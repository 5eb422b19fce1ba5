import { useAddress } from './use-address.ts';

/** One choice of a screen in the address, which leaves out the first one. */
export function useAddressPart<Value extends string | number>(
  name: string,
  allowed: readonly Value[],
  first: Value,
): [Value, (value: Value) => void] {
  const [address, changeAddress] = useAddress();
  const value = allowed.find((one) => String(one) === address.get(name)) ?? first;
  return [
    value,
    (next) => changeAddress((current) => writePart(current, name, next === first ? '' : String(next))),
  ];
}

/** A positive number in the address, such as an id; undefined if there is none. */
export function useAddressNumber(name: string): [number | undefined, (value: number | undefined) => void] {
  const [address, changeAddress] = useAddress();
  const value = Number(address.get(name));
  return [
    Number.isSafeInteger(value) && value > 0 ? value : undefined,
    (next) => changeAddress((current) => writePart(current, name, next === undefined ? '' : String(next))),
  ];
}

/** A free text in the address; undefined if there is none. */
export function useAddressText(name: string): [string | undefined, (value: string | undefined) => void] {
  const [address, changeAddress] = useAddress();
  return [
    address.get(name) ?? undefined,
    (next) => changeAddress((current) => writePart(current, name, next ?? '')),
  ];
}

/** All parts of the address, and how to write several at once; an undefined or empty one is removed. */
export function useAddressParts(): [
  URLSearchParams,
  (parts: Readonly<Record<string, string | number | undefined>>) => void,
] {
  const [address, changeAddress] = useAddress();
  return [
    address,
    (parts) =>
      changeAddress((current) =>
        Object.entries(parts).reduce(
          (next, [name, value]) => writePart(next, name, String(value ?? '')),
          current,
        ),
      ),
  ];
}

function writePart(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
