/** Names of the feature in the templates: every file is written for a "sample item". */
const SAMPLE = /(?:\b([Aa]) )?(sample|Sample|SAMPLE)([-_ ]?)(item|Item|ITEM)(s?)/g;

export interface FeatureName {
  /** One of them: loaner, pool. */
  words: string[];
  /** The last word of several of them: pools. */
  plural: string;
}

/** Returns the plural of an English noun in lower case. */
function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns the name of a feature, given as a singular noun in kebab case; throws when it is none. */
export function featureName(given: string): FeatureName {
  if (!/^[a-z]{2,}(-[a-z]{2,})*$/.test(given) || given.length > 30)
    throw new Error('Give a noun in kebab case, of at most 30 letters: npm run new -- loaner-pool');
  if (/[^isu]s$/.test(given)) throw new Error(`Give the singular of ${given}: the plural is made from it.`);
  if (/(^|-)sample-item/.test(given)) throw new Error('sample-item is the name in the templates.');
  const words = given.split('-');
  return { words, plural: pluralOf(words.at(-1)!) };
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** The word in the case of its pattern: item, Item or ITEM. */
function inCase(word: string, pattern: string): string {
  if (pattern === pattern.toUpperCase()) return word.toUpperCase();
  return pattern[0] === pattern[0]!.toUpperCase() ? capital(word) : word;
}

/** Returns a text of a template with the name of the feature in place of "sample item", in the same case and number. */
export function withName(text: string, { words, plural }: FeatureName): string {
  const an = /^[aeiou]/.test(words[0]!) ? 'n' : '';
  return text.replace(SAMPLE, (_match, ...[a, first, joint, others, s]: string[]) => {
    const named = s ? [...words.slice(0, -1), plural] : words;
    const written = named.map((word, index) => inCase(word, index === 0 ? first! : others!)).join(joint);
    return a ? `${a}${an} ${written}` : written;
  });
}

/** Whether a text holds the name of the templates. */
export const isUnnamed = (text: string): boolean => text.search(SAMPLE) >= 0;
