import { string } from 'yup';
import { phoneRule } from './phone.rules.ts';
import { textOnly } from './text.rules.ts';

/** The countries of an address, the default of the US region first. */
export const COUNTRIES = ['US', 'CA'] as const;
export type Country = (typeof COUNTRIES)[number];

/** A state, district or territory of the United States, or a province or territory of Canada. */
interface State {
  code: string;
  name: string;
}

const statesOf = (list: string): readonly State[] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line) => ({ code: line.slice(0, 2), name: line.slice(3) }));

/** The documented states of each country, by name, the territories of the United States last. Source: USPS Publication 28, appendix B; Canada Post. */
export const STATES: Record<Country, readonly State[]> = {
  US: statesOf(`
    AL Alabama
    AK Alaska
    AZ Arizona
    AR Arkansas
    CA California
    CO Colorado
    CT Connecticut
    DE Delaware
    DC District of Columbia
    FL Florida
    GA Georgia
    HI Hawaii
    ID Idaho
    IL Illinois
    IN Indiana
    IA Iowa
    KS Kansas
    KY Kentucky
    LA Louisiana
    ME Maine
    MD Maryland
    MA Massachusetts
    MI Michigan
    MN Minnesota
    MS Mississippi
    MO Missouri
    MT Montana
    NE Nebraska
    NV Nevada
    NH New Hampshire
    NJ New Jersey
    NM New Mexico
    NY New York
    NC North Carolina
    ND North Dakota
    OH Ohio
    OK Oklahoma
    OR Oregon
    PA Pennsylvania
    RI Rhode Island
    SC South Carolina
    SD South Dakota
    TN Tennessee
    TX Texas
    UT Utah
    VT Vermont
    VA Virginia
    WA Washington
    WV West Virginia
    WI Wisconsin
    WY Wyoming
    AS American Samoa
    GU Guam
    MP Northern Mariana Islands
    PR Puerto Rico
    VI U.S. Virgin Islands
  `),
  CA: statesOf(`
    AB Alberta
    BC British Columbia
    MB Manitoba
    NB New Brunswick
    NL Newfoundland and Labrador
    NT Northwest Territories
    NS Nova Scotia
    NU Nunavut
    ON Ontario
    PE Prince Edward Island
    QC Quebec
    SK Saskatchewan
    YT Yukon
  `),
};

/** Returns the states of a country; none for text that is no country. */
export const statesIn = (country: unknown): readonly State[] => STATES[country as Country] ?? [];

/** Whether a country has a state of this code. */
export const isStateOf = (country: unknown, code: string): boolean =>
  statesIn(country).some((state) => state.code === code);

/** Most characters of a line of text. An emoji is one character, as in PostgreSQL. */
const MAX_LINE = 255;

const line = string()
  // Spaces at the ends are typing; a line break is a space here.
  .transform(textOnly((text) => text.trim().replace(/\s+/g, ' ')))
  .typeError('invalid')
  .test('characters', 'invalid', (text) => !text || (!/\p{Cc}/u.test(text) && text.isWellFormed()))
  .test('length', 'text.too_long', (text) => !text || [...text].length <= MAX_LINE);

/** One line of text with 1 to 255 characters. */
export const requiredLine = line.required('required');

/** One line of text with at most 255 characters, which may be empty. */
export const lineOrNone = line
  .nullable()
  .transform((text: unknown) => text ?? '')
  .default('');

/** One line of text with at most 255 characters; empty is null. */
export const optionalLine = line
  .transform((text: unknown) => text || null)
  .nullable()
  .default(null);

const upper = textOnly((text) => text.trim().toUpperCase());

const US_ZIP = /^\d{5}(-\d{4})?$/;
/** Canada Post: the letters D, F, I, O, Q and U are not used, and W and Z are not the first. */
const POSTAL_CODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/;

/** Whether a code is a ZIP code, or in Canada a postal code, as `writtenZip` returns it. */
export const isZipOf = (country: unknown, code: string): boolean =>
  (country === 'CA' ? POSTAL_CODE : US_ZIP).test(code);

/** Returns a ZIP or postal code as it is written, 12207-1234 or K1A 0B1, or what was entered when it is none. Empty is null. */
export function writtenZip(entered: string): string | null {
  const code = entered.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{9}$/.test(code)) return `${code.slice(0, 5)}-${code.slice(5)}`;
  if (/^\d{5}$/.test(code)) return code;
  if (/^([A-Z]\d){3}$/.test(code)) return `${code.slice(0, 3)} ${code.slice(3)}`;
  return entered.trim() || null;
}

/**
 * The rules of an address, for the object of a form: city, country and state are required (document 001, section 5). A
 * form that requires the first line too replaces `address1` by `requiredLine`.
 */
export const addressFields = {
  address1: optionalLine,
  address2: optionalLine,
  country: string().transform(upper).typeError('invalid').required('required').oneOf(COUNTRIES, 'invalid'),
  state: string()
    .transform(upper)
    .typeError('invalid')
    .required('required')
    .when('country', ([country], rule) =>
      rule.test(
        'country',
        'address.state',
        (code) => !code || statesIn(country).length === 0 || isStateOf(country, code),
      ),
    ),
  city: requiredLine,
  zip: string()
    .transform(textOnly(writtenZip))
    .typeError('invalid')
    .nullable()
    .default(null)
    .when('country', ([country], rule) =>
      country === 'CA'
        ? rule.test('form', 'address.postal_code', (code) => !code || isZipOf(country, code))
        : rule.test('form', 'address.zip', (code) => !code || isZipOf(country, code)),
    ),
};

/** The rules of a place of an organization or a patient: its address and phone number. */
export const placeFields = { ...addressFields, phone: phoneRule };
