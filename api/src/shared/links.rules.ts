/**
 * An address is judged as the browser reads it, never as text: it drops tabs and line ends, takes "\" for "/", and removes
 * what "." and ".." name before it goes there (decisions/136).
 */
const read = (address: string, base?: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null;

/**
 * Returns the path and the query of an address when it leads to this origin, else null. `origin`: as `location.origin`.
 * Goes into `location` or a redirect as it is: "/.//other.test" would name another host once "." is gone, and is null.
 */
export function ownPath(address: string, origin: string): string | null {
  const url = read(address, origin);
  if (url?.origin !== origin) return null;
  const path = pathOf(url);
  const again = read(path, origin);
  // A path that names a host is shorter once it is read again.
  return again && pathOf(again) === path ? path : null;
}

const pathOf = ({ pathname, search }: URL): string => pathname + search;

/**
 * Returns the address of a link that leaves the portal, in the form in which the browser reads it: https only, and
 * without a user name, which would look like the host. Null for any other, and for one that another page would read in
 * another way ("https:x").
 */
export function outsideLink(address: string): string | null {
  const url = read(address);
  if (url?.protocol !== 'https:' || url.username || url.password) return null;
  return read(address, 'https://page.invalid/')?.href === url.href ? url.href : null;
}
