import Bowser from 'bowser';

/** Returns browser and system of a user agent by name, such as "Chrome on Windows"; null when neither is known. */
export function clientOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
