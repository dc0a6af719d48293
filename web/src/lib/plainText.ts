/** Returns a text for comparing: without accents and in lower case. 'José' → 'jose'. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
