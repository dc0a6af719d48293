import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { firstAnswer, openSocket } from '../../test/contract/socket.ts';
import {
  admin,
  anonymous,
  asViewer,
  running,
  usePortalHere,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { ClientDocuments } from './client-documents.ts';
import { documentDigest } from './document-digest.ts';

usePortalHere();

const OWN = 'query Own { viewer { ...Language } } fragment Language on Viewer { locale }';
const OTHER = '{ viewer { inboxUnreadCount } }';
const WATCH = 'subscription { inboxChanged { __typename } }';

let staff: TestViewer;
beforeAll(async () => {
  staff = await asViewer({ can: ['view.patient'] });
});
beforeEach(async () => {
  await admin.query('delete from client_documents');
  serve([OWN]);
});

/** Lets the portal serve these texts as those of its client, as in production. */
function serve(texts: string[]): ClientDocuments {
  const documents = new ClientDocuments(
    running().app.db,
    texts.map((text) => documentDigest(parse(text))),
  );
  running().app.documents = documents;
  return documents;
}
const codeOf = async (who: Client, query: string) => {
  const { status, body } = await who.rest('POST', '/graphql', { query });
  return [status, body.errors?.[0]?.extensions.code];
};

test('a session is served the operations of the client, and no other', async () => {
  expect(await codeOf(staff, OWN)).toEqual([200, undefined]);
  expect(await codeOf(staff, OTHER)).toEqual([403, 'UNKNOWN_OPERATION']);
});

test('a document that is refused changes nothing', async () => {
  const locale = 'mutation { updateViewer(input: { locale: ES }) { viewer { locale } } }';
  expect(await codeOf(staff, locale)).toEqual([403, 'UNKNOWN_OPERATION']);
  const { rows } = await admin.query('select locale from users where id = $1', [staff.userId]);
  expect(rows).toEqual([{ locale: 'en' }]);
});

test.each([
  ['blanks and comments', '# own\nquery   Own{viewer{...Language}}\n\nfragment Language on Viewer{locale}'],
  ['the order of its fragments', 'fragment Language on Viewer { locale } query Own { viewer { ...Language } }'],
])('%s make no other operation', async (_what, text) => {
  expect(await codeOf(staff, text)).toEqual([200, undefined]);
});

test.each([
  ['one more field', OWN.replace('{ locale }', '{ locale inboxUnreadCount }')],
  ['another name', OWN.replace('query Own', 'query Mine')],
  ['one more operation', `${OWN} query More { viewer { locale } }`],
])('%s makes another operation', async (_what, query) => {
  const { status } = await staff.rest('POST', '/graphql', {
    query,
    operationName: query.includes('Mine') ? 'Mine' : 'Own',
  });
  expect(status).toBe(403);
});

test.each<[string, () => Promise<Client>]>([
  ['a user with view.graphiql', () => asViewer({ can: ['view.graphiql'] })],
  ['a token', () => asToken(staff, ['view.patient'])],
])('%s sends any document', async (_who, make) => {
  expect(await codeOf(await make(), OTHER)).toEqual([200, undefined]);
});

test('a browser without a session is answered as before: it may do what anyone may', async () => {
  expect(await codeOf(anonymous(), OTHER)).not.toContain('UNKNOWN_OPERATION');
});

test('a socket is served the subscriptions of the client, and no other', async () => {
  const socket = openSocket(staff);
  const { errors } = await firstAnswer(socket, WATCH);
  expect(errors?.[0]?.extensions?.code).toBe('UNKNOWN_OPERATION');
  await socket.dispose();
});

describe('the operations of another release', () => {
  const noted = async () => (await admin.query('select digest from client_documents order by 1')).rows.length;

  test('are served as long as a node has noted them, to pages that were opened before an upgrade', async () => {
    await serve([OTHER]).announce();
    serve([OWN]);
    expect(await codeOf(staff, OTHER)).toEqual([200, undefined]);
    expect(await noted()).toBe(1);
  });

  test.each([
    [89, 2],
    [91, 1],
  ])('of a last start %i days ago leave %i noted operations after a start', async (days, left) => {
    await serve([OTHER]).announce();
    await admin.query('update client_documents set served_at = now() - make_interval(days => $1)', [days]);
    await serve([OWN]).announce();
    expect(await noted()).toBe(left);
  });

  test('that a node starts with again are as new', async () => {
    await serve([OWN]).announce();
    await admin.query("update client_documents set served_at = now() - interval '80 days'");
    await serve([OWN]).announce();
    const { rows } = await admin.query("select from client_documents where served_at > now() - interval '1 day'");
    expect(rows).toHaveLength(1);
  });

  test('are asked of the database once', async () => {
    await serve([OTHER]).announce();
    const documents = serve([OWN]);
    const other = parse(OTHER);
    expect(await documents.has(other)).toBe(true);
    await admin.query('delete from client_documents');
    expect([await documents.has(other), await documents.has(parse('{ rateLimit { limit } }'))]).toEqual([true, false]);
  });
});
