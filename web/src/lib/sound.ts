// Short tones, made here: nothing to load.
import { settings } from './settings.svelte';

let context: AudioContext | undefined;

const TONES = { move: [[220, 0, 0.06]], measure: [[440, 0, 0.09], [660, 0.1, 0.14]] } as const;

export function sound(kind: keyof typeof TONES): void {
  // Browsers let pages sound only once somebody has touched them.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, from, length] of TONES[kind]) {
    const begins = context.currentTime + from;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    const loudness = new GainNode(context, { gain: 0.08 });
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
}
