/** Returns the number of digits in a text. */
export function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/**
 * Formats digits as ##/##/####. A slash follows a full group while the user types, and goes when its digit is deleted.
 */
export function maskDate(raw: string, before: string): string {
  // 3/8/2026, pasted or typed with slashes, means 03/08/2026.
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(raw.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(raw.trim());
  const padded = short ? `${short[1]?.padStart(2, '0')}${short[2]?.padStart(2, '0')}${short[3]}` : raw;
  const digits = (iso ? `${iso[2]}${iso[3]}${iso[1]}` : padded).replace(/\D/g, '').slice(0, 8);
  const masked = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
  const grew = raw.length > before.length;
  return grew && (digits.length === 2 || digits.length === 4) ? `${masked}/` : masked;
}

/** Returns the caret position in masked text with `digits` digits to its left. */
export function caretAfter(masked: string, digits: number): number {
  if (digits >= countDigits(masked)) return masked.length;
  let seen = 0;
  for (let at = 0; at < masked.length; at += 1) {
    if (seen === digits) return at;
    if (/\d/.test(masked.charAt(at))) seen += 1;
  }
  return masked.length;
}
