import { BlockList, isIP } from 'node:net';

const refused = new BlockList();
const PUBLIC_IPV6 = new BlockList();

// Networks that the internet does not lead to, or that lead elsewhere than they say (the registries of IANA for special
// purposes, RFC 6890): this host, private, of a provider (RFC 6598), link-local, documentation, tests, multicast, reserved.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(network, bits, 'ipv4');

// The only part of IPv6 with addresses of the internet; outside of it are loopback, local, mapped and translated ones.
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');
// In that part: protocols such as Teredo, documentation, and 6to4, which has an IPv4 address inside.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is one of the internet: false for every other one, and for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return PUBLIC_IPV6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** Returns the host of an address as a name or an IP address: the one of IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether an address names a host of this machine or of a private network in its text. A name is looked up, and its
 * addresses are checked, whenever something is sent to it.
 */
export function namesPrivateHost(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) > 0) return !isPublicAddress(host);
  return !host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
}
