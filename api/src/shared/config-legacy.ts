import { refusedTarget, type Exposure } from './config-exposure.ts';

const NAME = 'LEGACY_INFO_URL';

/**
 * Returns the page of the legacy system to which /quick/info leads (decisions/168), null without one, or one readable
 * line that says what is wrong with it. Every browser gets the address, so it has no user and no password.
 */
export function legacyInfoOf(value: string | undefined, exposure: Exposure): URL | null | string {
  if (!value) return null;
  const address = URL.parse(value);
  if (!address || !/^https?:$/.test(address.protocol))
    return `${NAME} must be an address that starts with http:// or https://.`;
  if (address.username || address.password) return `${NAME} must not contain a user or a password: browsers get it.`;
  return refusedTarget(NAME, address.href, exposure) ?? address;
}
