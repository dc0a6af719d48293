/** Returns a text without accents and in lower case, for comparisons: 'José' → 'jose'. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
