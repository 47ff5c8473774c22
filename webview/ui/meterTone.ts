/** Shares above which a meter deserves attention. */
const high = 0.7;
const critical = 0.9;

/** @param share from 0 to 1; more is possible */
export function meterTone(share: number): 'normal' | 'high' | 'critical' {
  if (share >= critical) {
    return 'critical';
  }
  return share >= high ? 'high' : 'normal';
}
