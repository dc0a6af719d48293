/** Maximum length of a phone number (document 000, section 9). */
export const phoneMaxLength = 25;
