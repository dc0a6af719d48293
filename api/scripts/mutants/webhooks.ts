import type { Faults } from './fault.ts';

/** Where webhooks are sent, and when one is sent again or no more. */
export const webhookFaults: Faults[] = [
  {
    area: 'webhooks',
    file: 'api/src/webhooks/webhook-addresses.ts',
    tests: ['api/src/webhooks/webhook-addresses.test.ts'],
    faults: [
      ["  ['100.64.0.0', 10],\n", ''],
      ["  ['169.254.0.0', 16],\n", ''],
      ["PUBLIC_IPV6.check(address, 'ipv6') &&", ''],
    ],
  },
  {
    area: 'webhooks',
    file: 'api/src/webhooks/webhook-post.ts',
    tests: ['api/src/webhooks/webhook-post.test.ts'],
    faults: [
      ['|| !found.every(({ address }) => isAllowed(address))', ''],
      ["return status >= 300 && status < 400 ? 'redirect' : 'status';", "return status >= 400 ? 'status' : null;"],
    ],
  },
  {
    area: 'webhooks',
    file: 'api/src/webhooks/webhook-schedule.ts',
    tests: ['api/src/webhooks/webhook-schedule.test.ts'],
    faults: [
      ['|| !BUSY.includes(status)', ''],
      ['Math.min(asked, now.getTime() + MAX_ASKED_MS)', 'asked'],
      ['Math.max(now.getTime() + delay, asked?.getTime() ?? 0)', 'asked?.getTime() ?? now.getTime() + delay'],
    ],
  },
  {
    area: 'webhooks',
    file: 'api/src/webhooks/webhook-outcomes.ts',
    tests: ['api/src/webhooks/webhook-sender.test.ts'],
    faults: [
      ["if (judged.some(({ status }) => status === GONE)) return 'gone';", ''],
      ["return givenUp ? 'failing' : null;", 'return null;'],
      ['failingSince !== null && started !== null && failingSince <= new Date(started)', 'true'],
    ],
  },
  {
    area: 'webhooks',
    file: 'api/src/webhooks/webhook-sender.ts',
    tests: ['api/src/webhooks/webhook-sender.test.ts'],
    faults: [
      ['const WAITING = 100;', 'const WAITING = 10_000;'],
      ['const AT_ONCE = 8;', 'const AT_ONCE = 50;'],
      ["or('taken_until', '<=', now.toISOString())", "or('id', '>', 0)"],
      ['isMore = outcomes.every(({ error }) => error === null);', 'isMore = true;'],
    ],
  },
];
