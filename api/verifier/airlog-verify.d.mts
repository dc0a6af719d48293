/** Types of airlog-verify.mjs for the tests. */
export interface Difference {
  figure: string;
  reported: unknown;
  computed: unknown;
}
export interface Checked {
  verdict: 'valid' | 'invalid' | 'unreadable';
  reason?: string;
  signature?: string;
  differences?: Difference[];
  notChecked?: string[];
}
export function verify(reportText: string, keysText?: string): Promise<Checked>;
export function differencesOf(figures: object): Difference[];
export function recompute(figures: object): Record<string, unknown>;
export function canonicalText(value: unknown): string;
export function linesOf(checked: Checked): string[];
