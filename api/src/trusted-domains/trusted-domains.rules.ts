import { object, string } from 'yup';

/** Maximum length of a name in characters. The database has the same limit. */
export const MAX_NAME = 100;

/** Labels of letters, digits and inner hyphens, at least two: example.com. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/;

/** The form of a trusted domain, which is kept in lower case. */
export const trustedDomainRules = object({
  name: string()
    .trim()
    .lowercase()
    .required('required')
    .max(MAX_NAME, 'trusted_domain.name_too_long')
    .matches(DOMAIN, 'trusted_domain.name_invalid'),
});
