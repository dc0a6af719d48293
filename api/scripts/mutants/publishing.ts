import type { Faults } from './fault.ts';

const REALTIME = 'api/src/realtime';
const tests = [`${REALTIME}/pusher.publish.test.ts`];

/** Faults of the events that existing backends publish, and of those between nodes. */
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
  {
    area: 'realtime',
    file: `${REALTIME}/consumers.ts`,
    tests: [`${REALTIME}/pubsub.test.ts`],
    faults: [
      ['      own.delete(receive);\n', ''],
      ['[[topic, key]]', '[]'],
      ['keys.set(key, own.add(receive))', 'keys.set(null, own.add(receive))'],
    ],
  },
  {
    area: 'realtime',
    file: `${REALTIME}/notifications.ts`,
    tests: [`${REALTIME}/notifications.test.ts`],
    faults: [
      ['MAX_LENGTH = 7999', 'MAX_LENGTH = 8000'],
      ['MAX_LENGTH = 7999', 'MAX_LENGTH = 7998'],
      ['new Set(events.map((one) => JSON.stringify(one)))', 'events.map((one) => JSON.stringify(one))'],
      ['length + 1 + event.length + 1 >', 'length + event.length + 1 >'],
      [" || typeof event.topic !== 'string'", ''],
      [' || !isRecord(event.data)', ''],
    ],
  },
  {
    area: 'realtime',
    file: `${REALTIME}/pusher.deliveries.ts`,
    tests: ['api/src/org-messages/org-messages.delivery.test.ts'],
    faults: [
      ['waiting = batch.splice(size);', 'waiting = []; batch.splice(size);'],
      ['next = waiting.length > 0 ? begin(size) : null;', 'next = null; waiting = [];'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/auth/session.read.ts',
    tests: ['api/src/org-messages/org-messages.delivery.test.ts'],
    faults: [[' and ${ALIVE}`;\n\nexport const hash', ' and ?::int > 0`;\n\nexport const hash']],
  },
  {
    area: 'realtime',
    file: 'api/src/auth/session.read.ts',
    tests: ['api/src/auth/session.end.test.ts'],
    faults: [["ended.delete(sessionHash.toString('hex'));", '']],
  },
];
