/** Characters a phone number's field takes (document 000, section 9). */
export const phoneMaxLength = 25;
