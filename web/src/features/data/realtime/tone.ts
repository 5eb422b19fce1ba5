/** A short sound by Web Audio; browsers allow it only after a click or a key. */
export interface Tone {
  /** Asks the browser to allow sound; resolves when it has answered. */
  allow(): Promise<void>;
  play(): void;
  close(): void;
}

const seconds = 0.35;
const hertz = [880, 1175];
const loudness = 0.15;

/** `onBlocked` hears whether the browser waits for a click or a key, soon and after every change. */
export function openTone(onBlocked: (isBlocked: boolean) => void): Tone {
  const context = new AudioContext();
  const report = () => onBlocked(context.state === 'suspended');
  context.addEventListener('statechange', report);
  queueMicrotask(report);
  return {
    async allow() {
      if (context.state === 'suspended') await context.resume();
    },
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
