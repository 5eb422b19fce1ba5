import { measureForwarding } from '../bench/forward/forward.ts';

/** Runs only the benchmark of forwarding. */
await measureForwarding((line) => console.log(line));
