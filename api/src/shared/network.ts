/** Groups of an IPv6 address that a provider gives to one customer (/64). */
const CUSTOMER = 4;
const GROUPS = 8;

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
