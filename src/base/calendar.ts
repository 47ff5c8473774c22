/** Milliseconds from 1970 to the end of the calendar (ECMA-262, "Time Values and Time Range"). */
export const lastTime = 8.64e15;

/** @returns true for a time that a date can be made of; wires and files may have any number */
export function isCalendarTime(at: number): boolean {
  return Math.abs(at) <= lastTime;
}
