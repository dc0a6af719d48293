import { raw } from '@mikro-orm/core';
import { normalizeSerial, plainText } from './text.rules.ts';

/** `%`, `_` and `\` match literally in a search. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A condition on the rows of a table, by its properties. */
export type RowCondition = Record<string, unknown>;

/** What a text column holds that is no text of people: a filter's value is reduced to it and compared with the column. */
export type Code = 'serial' | 'phone';

/** A telephone number, or a part of one, as pages and people write it. */
const PHONE = /^[\d\s().+-]*\d[\d\s().+-]*$/;

/** Returns the digits of a telephone number or of a part of it, without the country code; other text as it is. */
function phoneSought(text: string): string {
  if (!PHONE.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return /^\s*\+\s*1/.test(text) || (digits.length === 11 && digits.startsWith('1')) ? digits.slice(1) : digits;
}

const REDUCED: Record<Code, (text: string) => string> = {
  serial: (text) => normalizeSerial(text) || text,
  phone: phoneSought,
};

/** Returns a filter's value as a column of this kind stores it. */
export const reducedTo = (code: Code, text: string): string => REDUCED[code](text);

/** A number with the signs that pages and people write between its digits and letters. */
const NUMBER = /^(?=.*\d)[a-z\d\s().+-]+$/i;

/**
 * Returns the forms in which a word of a search may stand in a searched text: its search form, and that of a number which
 * is written with brackets, points and hyphens, without them: (518) 555-0188 is also 5185550188.
 */
export function formsOf(word: string): string[] {
  const plain = plainText(word);
  if (!NUMBER.test(plain)) return [plain];
  const joined = phoneSought(plain).replace(/[^a-z\d]/g, '');
  if (joined === '') return ['']; // a country code by itself
  return joined === plain || joined.length < 3 ? [plain] : [plain, joined];
}

/** Returns the rows whose text in search form, a property of their own with an index of trigrams, has a word. */
export function inSearchText(property: string, word: string): RowCondition {
  const found = formsOf(word).map((form) => ({ [property]: { $ilike: `%${escapeLike(form)}%` } }));
  return (found.length === 1 ? found[0] : { $or: found })!;
}

/** Returns the column of a property: names are written alike everywhere (orm.ts). */
export const columnOf = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns a condition on the search form of the text at a property path, `?` being the value: the form is computed, so that
 * another condition has to find the rows where there are many.
 */
export function onPlainText(path: string, condition: (text: string) => string, value: string): RowCondition {
  const parts = path.split('.');
  const key = raw((alias) => condition(`plain_text(${alias}.${columnOf(parts.at(-1)!)})`), [value]);
  return parts.slice(0, -1).reduceRight<RowCondition>((inner, name) => ({ [name]: inner }), { [key]: [] });
}

/** Returns the rows in which the text at one of these paths has a word, in search form. */
export const hasWord = (paths: readonly string[], word: string): RowCondition => ({
  $or: paths.map((path) => onPlainText(path, (text) => `${text} like ?`, `%${escapeLike(plainText(word))}%`)),
});
