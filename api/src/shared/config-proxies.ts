import { BlockList, isIP } from 'node:net';

const FORM = 'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.5, 10.1.0.0/16, with commas between them';
const BITS = { 4: 32, 6: 128 } as const;

/**
 * Returns the proxies whose X-Forwarded-For is read, or one readable line that says what is wrong with the list. A
 * network of every address is refused: every client could then choose its own address.
 */
export function proxiesOf(value: string | undefined): BlockList | string {
  const proxies = new BlockList();
  const entries = (value ?? '').split(',').map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const kind = isIP(address) as 0 | 4 | 6;
    if (!kind || rest.length > 0 || address.includes('%')) return `${FORM}, not "${entry}".`;
    const family = kind === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      proxies.addAddress(address, family);
      continue;
    }
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    if (!(bits >= 0 && bits <= BITS[kind])) return `${FORM}, not "${entry}".`;
    if (bits === 0) return `TRUSTED_PROXIES must not trust every address: "${entry}".`;
    proxies.addSubnet(address, bits, family);
  }
  return proxies;
}
