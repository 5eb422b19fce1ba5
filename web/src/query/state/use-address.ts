import { useSearchParams } from 'react-router';

type ChangeAddress = (change: (current: URLSearchParams) => URLSearchParams) => void;

/**
 * The parts of the address as they are drawn, and how to replace them. A change begins with the address of the browser:
 * after two quick ones, the drawn address still lacks the first.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [address, setAddress] = useSearchParams();
  return [
    address,
    (change) => setAddress(change(new URLSearchParams(window.location.search)), { replace: true }),
  ];
}
