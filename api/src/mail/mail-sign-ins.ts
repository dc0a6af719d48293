import Bowser from 'bowser';
import { translate, type Locale } from '../shared/messages.ts';

/** A sign-in that a mail names. */
export interface SignInFacts {
  /** ISO 8601, UTC. */
  at: string;
  ip: string;
  userAgent: string;
}

/** Characters of the name of a browser or system. */
const NAME_LENGTH = 30;

/** A client chooses its names: letters and digits only, so that a mail never has an address or a sentence of theirs. */
const nameOf = (name: string | undefined): string => (name ?? '').replace(/[^\p{L}\p{N} ]/gu, '').slice(0, NAME_LENGTH);

/** Returns browser and system by name, in a language. */
function clientIn(locale: Locale, userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} };
  const [name, system] = [nameOf(browser.name), nameOf(os.name)];
  if (name && system) return translate(locale, 'mail.new-device.client', { browser: name, system });
  return name || system || translate(locale, 'mail.new-device.unknown-client');
}

/** Returns a sign-in in one line: its time in a time zone, with the name of the zone, browser and system, and the address. */
export function signInLine(locale: Locale, timeZone: string, { at, ip, userAgent }: SignInFacts): string {
  const format = new Intl.DateTimeFormat(locale === 'es' ? 'es-US' : 'en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  });
  const client = clientIn(locale, userAgent);
  return translate(locale, 'mail.new-device.line', { time: format.format(new Date(at)), client, address: ip });
}
