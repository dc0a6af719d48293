import type { Faults } from './fault.ts';

const REALTIME = 'api/src/realtime';
const tests = [`${REALTIME}/pusher.publish.test.ts`];

/** Faults of the events that existing backends publish. */
export const publishingFaults: Faults[] = [
  {
    area: 'publishing',
    file: `${REALTIME}/pusher.publish.ts`,
    tests,
    faults: [
      ['const MAX_CLOCK_SKEW_S = 600', 'const MAX_CLOCK_SKEW_S = 6000'],
      ['signed.auth_key === realtime.key &&', ''],
      ["isSignature(createHash('md5').update(body).digest('hex'), signed.body_md5) &&", ''],
      ["isSignature(signPublishing(realtime, 'POST', path, signed), signature)", 'signature !== undefined'],
      ['request.params.appId !== realtime?.appId', 'realtime === null'],
    ],
  },
  {
    area: 'publishing',
    file: `${REALTIME}/pusher.published.ts`,
    tests,
    faults: [
      ['MAX_DATA_BYTES = 10_240', 'MAX_DATA_BYTES = 10_241'],
      ['MAX_BATCH = 10', 'MAX_BATCH = 11'],
      ['MAX_CHANNELS = 100', 'MAX_CHANNELS = 101'],
      ['cleanHtml(payload.message)', 'payload.message'],
    ],
  },
  {
    area: 'publishing',
    file: `${REALTIME}/pusher.relay.ts`,
    tests,
    faults: [
      ['connection.socketId !== excluded &&', ''],
      ['recipient === null || connection.owner!.userId === recipient', 'true'],
    ],
  },
  {
    area: 'publishing',
    file: `${REALTIME}/pusher.deliveries.ts`,
    tests,
    faults: [['connections.filter(isAlive)', 'connections']],
  },
];
