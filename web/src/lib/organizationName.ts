/** The look of the name of an organization in the top bar: in two lines on a narrow phone, where one would cut it. */
export const organizationName = {
  lineClamp: { base: 2, sm: 1 },
  lineHeight: { base: '1.2', sm: 'moderate' },
  whiteSpace: 'normal',
  textAlign: 'start',
} as const;
