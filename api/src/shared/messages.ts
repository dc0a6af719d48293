import i18next from 'i18next';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import { cached } from './cached.ts';

export type Locale = 'en' | 'es';
export type MessageKey = keyof typeof en;
export type MessageValues = Record<string, string | number>;

const translations = i18next.createInstance();
// It is complete at once, because its texts are here: nothing waits for it (decisions/085).
void translations.init({
  initAsync: false,
  resources: { en: { translation: en }, es: { translation: es } },
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});
/** 1,000 in both languages, as on the pages (decisions/046): `{{max, figure}}`. */
translations.services.formatter!.add('figure', (value: number) => value.toLocaleString('en-US'));

/** The keys of i18next's own types are those of the web client's texts (web/codegen-texts.ts). */
const messages = translations as unknown as {
  t(key: MessageKey, options: MessageValues & { lng: Locale }): string;
};

const withoutValues = (locale: Locale) => cached(5000, (key: MessageKey) => messages.t(key, { lng: locale }));
/** The texts of messages without values: there are as many as keys, and a page shows a hundred of them. */
const texts: Record<Locale, (key: MessageKey) => string> = { en: withoutValues('en'), es: withoutValues('es') };

/** Returns a message in the viewer's language. Dates in `values` are already formatted for display (MM/DD/YYYY). */
export function translate(locale: Locale, key: MessageKey, values?: MessageValues): string {
  return values ? messages.t(key, { lng: locale, ...values }) : texts[locale](key);
}

/** Whether there is a text with this key. */
export const hasMessage = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** Returns the language of a request without a viewer: the first supported one in Accept-Language. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const first = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((tag) => tag === 'en' || tag === 'es');
  return first === 'es' ? 'es' : 'en';
}
