/** Plays two soft notes. Browsers keep a page silent until the user has clicked or typed in it. */
export function chime(): void {
  const audio = new AudioContext();
  const end = audio.currentTime + 0.45;
  for (const [index, frequency] of [660, 880].entries()) {
    const start = audio.currentTime + index * 0.12;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
    tone.onended = () => index === 1 && void audio.close();
  }
}
