const partName = /^[a-z][a-zA-Z]{0,23}$/;
/** Stored apart, because they depend on the reader's data scope. */
const sitesName = 'sites';

/** The parts of an address that are saved with a query; malformed ones are dropped. Screens ignore parts of others. */
export function cleanAddress(address: string): string {
  const parts = [...new URLSearchParams(address)].filter(
    ([name, value]) => partName.test(name) && name !== sitesName && value !== '',
  );
  return new URLSearchParams(parts).toString();
}
