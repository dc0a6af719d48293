import type { ICodeReader, ICodeReadingWay } from '#rules/icode-reports/icode-reports';

/** Who read codes from the device, and how they reached the staff. Null: not recorded. */
export interface Reading {
  readBy: ICodeReader | null;
  readHow: ICodeReadingWay | null;
}

export const notRecorded: Reading = { readBy: null, readHow: null };
/** What usually applies when staff calls a patient. */
export const byPhone: Reading = { readBy: 'patient', readHow: 'phone' };

/** Returns a choice as GraphQL names it. */
export function inCapitals<T extends string>(choice: T): Uppercase<T>;
export function inCapitals<T extends string>(choice: T | null): Uppercase<T> | null;
export function inCapitals<T extends string>(choice: T | null): Uppercase<T> | null {
  return choice && (choice.toUpperCase() as Uppercase<T>);
}
