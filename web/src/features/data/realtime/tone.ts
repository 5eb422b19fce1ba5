/** A short sound by Web Audio; browsers allow it only after a click or a key. */
export interface Tone {
  /** Whether the browser still waits for a click or a key. */
  isBlocked(): boolean;
  /** Asks the browser to allow sound; resolves when it has answered. */
  allow(): Promise<void>;
  play(): void;
  close(): void;
}

const seconds = 0.35;
const hertz = [880, 1175];
const loudness = 0.15;

export function openTone(): Tone {
  const context = new AudioContext();
  return {
    isBlocked: () => context.state !== 'running',
    allow: () => context.resume(),
    play() {
      const volume = context.createGain();
      volume.connect(context.destination);
      const start = context.currentTime;
      volume.gain.setValueAtTime(loudness, start);
      // Fades out, because a sound that is cut off clicks.
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
      for (const [place, frequency] of hertz.entries()) {
        const oscillator = context.createOscillator();
        oscillator.frequency.value = frequency;
        oscillator.connect(volume);
        oscillator.start(start + (place * seconds) / 3);
        oscillator.stop(start + seconds);
      }
    },
    close: () => void context.close(),
  };
}
