import { FailureCounts } from '../platform/failure-counts.rule.ts';
import { type AccessAttempt, type AccessVerdict, type GuessLimits, judgeAttempt } from './access.rule.ts';

/** A pair of station and address, or an address alone, that went over its limit. */
export interface Block {
  scope: 'station' | 'address';
  key: string;
  /** Epoch milliseconds. */
  until: number;
}

/** A packet and its sender, as the session knows them. */
export interface AttemptedPacket extends Omit<AccessAttempt, 'failures'> {
  siteId: number;
  /** The address, or its network if a sender has many addresses (`networkOf`). */
  network: string;
}

/** Senders choose MNs and addresses, so beyond these numbers the oldest counters are dropped. */
const maxPairs = 50_000;
const maxAddresses = 20_000;

/** Counts wrong passwords and judges every packet by them. */
export class AccessGuard {
  readonly #limits: GuessLimits;
  readonly #onBlock: (block: Block) => void;
  readonly #pairs: FailureCounts;
  readonly #addresses: FailureCounts;

  constructor(limits: GuessLimits, onBlock: (block: Block) => void) {
    this.#limits = limits;
    this.#onBlock = onBlock;
    const windowMs = limits.window;
    this.#pairs = new FailureCounts({ limit: limits.perStation, windowMs, maxKeys: maxPairs });
    this.#addresses = new FailureCounts({ limit: limits.perAddress + 1, windowMs, maxKeys: maxAddresses });
  }

  judge(sender: AttemptedPacket, now: number): AccessVerdict {
    const { siteId, network, ...facts } = sender;
    // Fast path for nearly every packet: no counter is read.
    if (facts.passwordMatches && facts.isKnown && !facts.isPlaintext) return { accepted: true };
    const pair = `${siteId} ${network}`;
    const counts = {
      station: this.#pairs.count(pair, now),
      address: this.#addresses.count(network, now),
    };
    const verdict = judgeAttempt({ ...facts, failures: counts }, this.#limits);
    if (verdict.accepted || !verdict.isFailure) return verdict;
    if (this.#pairs.add(pair, now) === this.#limits.perStation) this.#reportBlock('station', pair, now);
    if (this.#addresses.add(network, now) === this.#limits.perAddress + 1)
      this.#reportBlock('address', network, now);
    return verdict;
  }

  /** Applies a block of another process, so that guesses spread over processes are blocked as well. */
  applyBlock({ scope, key, until }: Block, now: number): void {
    (scope === 'station' ? this.#pairs : this.#addresses).block(key, until, now);
  }

  #reportBlock(scope: Block['scope'], key: string, now: number): void {
    this.#onBlock({ scope, key, until: now + this.#limits.window });
  }
}
