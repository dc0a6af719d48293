import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress, type BlockList } from 'node:net';

/** Groups of an IPv6 address that a provider gives to one customer (/64). */
const CUSTOMER = 4;
const GROUPS = 8;

/** An IPv4 address in an IPv6 one, which is how a socket of both families shows it. */
const MAPPED = /^::ffff:(?=\d+\.)/;
/** Some proxies add the port of their client. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d[\d.]*))(?::\d{1,5})?$/;

/** Returns an address in its shortest form, without a port, and an IPv4 address as such; null for any other text. */
function addressIn(text: string): string | null {
  const [, six, four] = WITH_PORT.exec(text) ?? [];
  const address = six ?? four ?? text;
  const family = isIP(address);
  if (family === 0) return null;
  return family === 4 ? address : new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '');
}

/** Returns a stored address as people write it: an IPv4 address without the notation that sockets add to it. */
export const shownAddress = (ip: string | null): string | null => ip?.replace(MAPPED, '') ?? null;

const isAmong = (proxies: BlockList, address: string): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns the address of the client of a request or of an upgrade to a socket; empty when the connection is closed. It is
 * the one that connects, or, when that is a trusted proxy, the last one in X-Forwarded-For that is none (decisions/141).
 */
export function addressOf(
  { trustedProxies }: { trustedProxies: BlockList },
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } },
): string {
  let address = addressIn(socket.remoteAddress ?? '') ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || address === '') return address;
  // Each proxy adds the address that connected to it at the end, so that what a client wrote itself comes first.
  for (const hop of String(forwarded).split(',').reverse()) {
    if (!isAmong(trustedProxies, address)) return address;
    const before = addressIn(hop.trim());
    if (before === null) return address;
    address = before;
  }
  return address;
}

/** Whether a trusted proxy sends a request. */
export function isOfProxy(
  { trustedProxies }: { trustedProxies: BlockList },
  { remoteAddress = '' }: { remoteAddress?: string },
): boolean {
  const address = addressIn(remoteAddress);
  return address !== null && isAmong(trustedProxies, address);
}

/**
 * Returns the network of one customer, for limits of an address: an IPv4 address itself, an IPv6 address without the half
 * that its owner chooses.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [start, end] = ip.split('::').map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]?];
  const groups = end ? [...start, ...Array<string>(GROUPS - start.length - end.length).fill('0'), ...end] : start;
  return groups.slice(0, CUSTOMER).join(':');
}

/** Returns the network of one customer as a log names it: an IPv4 address, or a /64. Empty for no address. */
export const customerOf = (ip: string): string =>
  isIP(ip) === 6 && !ip.includes('.') ? `${addressIn(`${networkOf(ip)}::`)}/64` : ip;
