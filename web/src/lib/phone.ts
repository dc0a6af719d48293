/** Maximum length of a phone number (document 000, section 9). */
export const phoneMaxLength = 25;

/** Returns ten national digits as (ddd) ddd-dddd; any other text stays as it is. */
export function formatPhone(phone: string | null): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone ?? '') ?? [];
  return area ? `(${area}) ${exchange}-${line}` : (phone ?? '');
}

/** Returns the address that calls a number: ten national digits get their country code, another number is dialed as it is. */
export function phoneUrl(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const isNational = digits.length === 10 && !phone.startsWith('+');
  return `tel:${isNational ? '+1' : phone.startsWith('+') ? '+' : ''}${digits}`;
}
