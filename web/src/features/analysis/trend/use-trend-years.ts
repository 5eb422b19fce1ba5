import { defaultTrendYears, trendYears } from '@limpid/contract/analysis/pollution-trend';
import { useSearchParams } from 'react-router';

const name = 'years';

/** The length of the long-term trend, which is part of the address. */
export function useTrendYears(): [number, (years: number) => void] {
  const [address, setAddress] = useSearchParams();
  const years = trendYears.find((one) => String(one) === address.get(name)) ?? defaultTrendYears;
  return [
    years,
    (chosen) => {
      const next = new URLSearchParams(address);
      if (chosen === defaultTrendYears) next.delete(name);
      else next.set(name, String(chosen));
      setAddress(next, { replace: true });
    },
  ];
}
