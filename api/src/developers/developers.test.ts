import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import * as oauth from 'oauth4webapi';
import { OPERATIONS, permissionsOf } from '../../test/contract/contracts.ts';
import { anonymous, running, usePortal } from '../../test/harness.ts';

usePortal();

const NAMES = [
  '',
  '/accounts',
  '/operations',
  '/rest',
  '/fhir',
  '/requests',
  '/bulk',
  '/sync',
  '/webhooks',
  '/errors',
  '/changes',
];
const get = (path: string, headers: Record<string, string> = {}) =>
  anonymous().rest('GET', path, undefined, { accept: 'text/html', 'accept-language': 'en', ...headers });
const page = async (name: string, language = 'en') =>
  (await get(`/developers${name}`, { 'accept-language': language })).text;

describe.each(NAMES)('the page /developers%s', (name) => {
  test('is served to anyone in both languages, by the language of the browser or of the address', async () => {
    for (const [language, address, expected] of [
      ['en-US,en', '', 'en'],
      ['es-MX,es;q=0.9', '', 'es'],
      ['en', '?lang=es', 'es'],
      ['es', '?lang=en', 'en'],
      ['fr', '?lang=fr', 'en'],
      ['fr', '?lang[]=es', 'en'],
    ] as const) {
      const { status, headers, text } = await get(`/developers${name}${address}`, { 'accept-language': language });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect([headers.get('content-language'), headers.get('cache-control')]).toEqual([expected, 'no-cache']);
      expect(headers.get('vary')).toContain('Accept-Language');
      expect(text).toContain(`<html lang="${expected}">`);
      expect(text).not.toContain('{{');
    }
  });

  test('runs nothing and loads nothing: its policy allows one style, which it has inside it', async () => {
    const { headers, text } = await get(`/developers${name}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text.match(/<(script|link|img|iframe|form)\b| style=| on\w+=/g)).toBeNull();
    const hosts = [...text.matchAll(/\b(?:https?|wss?):\/\/([^/"<\s]+)/g)].map(([, host]) => host);
    // The texts of refusals show what an address begins with, and an example.
    const shown = [`127.0.0.1:${running().port}`, 'example.com', '.'];
    expect(hosts.filter((host) => !shown.includes(host!))).toEqual([]);
  });

  test('has the same parts in English and in Spanish, and other words', async () => {
    const shape = (text: string) => text.match(/<(h[1-3]|pre|dt|section|a href="\/[^"?]*)/g);
    const [english, spanish] = [await page(name), await page(name, 'es')];
    expect(shape(spanish)).toEqual(shape(english));
    const headings = (text: string) => [...text.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, heading]) => heading);
    expect(headings(spanish)).toHaveLength(1);
    expect(headings(spanish)).not.toEqual(headings(english));
  });
});

test.each(['/developers/nothing', '/developers/start', '/developers/guides/start.en.html', '/developers/operations/x'])(
  '%s is no page',
  async (path) => expect((await get(path)).status).toBe(404),
);

test('the address of the portal is that of the request in a trial, written as text', async () => {
  const { text } = await get('/developers');
  expect(text).toContain(`export AIRLOG_URL=http://127.0.0.1:${running().port}\n`);
});

describe('the operations', () => {
  // By another way than the page: the printed schema, and the typed contract of permissions.
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
  const sections = (text: string) =>
    new Map([...text.matchAll(/<section id="([^"]+)">(.*?)<\/section>/gs)].map(([, id, html]) => [id!, html!]));
  const scopesIn = (html: string) =>
    [...html.slice(html.indexOf('class="facts"')).matchAll(/<code>([\w.]+)<\/code>/g)].map(([, scope]) => scope!);

  /** What document 001 and the issue of tokens name for tokens: nothing about users, roles, organizations or credentials. */
  const OF_TOKENS =
    /^((create|view|viewAny|export|update)\.patient|create\.patient\.note|(create|delete|export|update|viewAny)\.device|update\.device\.(pin|settings)|(org|support)\.user\.device|send\.org\.message|update\.machine\.date_change_utility|upload\.device\.(icode|usage)|view\.graphiql)$/;
  const OF_ANY_TOKEN = [
    'Mutation.cancelBulkQuery',
    'Mutation.startBulkQuery',
    'Query.bulkQueries',
    'Query.bulkQuery',
    'Query.dashboard',
    'Query.node',
    'Query.nodes',
    'Query.operationPrice',
    'Query.rateLimit',
    'Query.searchResults',
    'Query.viewer',
    'Subscription.orgMessageDelivered',
  ];
  const OF_PATIENTS = ['Query.inbox', 'Subscription.inboxChanged'];
  const scopesOf = (operation: string): string[] | 'any' =>
    OF_ANY_TOKEN.includes(operation)
      ? 'any'
      : OF_PATIENTS.includes(operation)
        ? ['view.patient', 'viewAny.patient']
        : permissionsOf(operation).filter((name) => OF_TOKENS.test(name));

  test('are those that a token may call, each with its scopes and its points', async () => {
    const shown = sections(await page('/operations'));
    const open = all.filter((operation) => scopesOf(operation).length > 0);
    expect([...shown.keys()].sort()).toEqual(open.sort());
    expect(open.length).toBeGreaterThan(60);
    for (const operation of open) {
      const [html, scopes] = [shown.get(operation)!, scopesOf(operation)];
      expect([operation, scopesIn(html).sort()]).toEqual([operation, scopes === 'any' ? [] : [...scopes].sort()]);
      expect([operation, html.includes('Scope: any scope')]).toEqual([operation, OF_ANY_TOKEN.includes(operation)]);
      expect(html).toMatch(/Points: \d+/);
    }
  });

  test('have the points of their kind, and what a repeat does', async () => {
    const shown = sections(await page('/operations'));
    expect(shown.get('Query.patients')).toContain('Points: 1<');
    expect(shown.get('Mutation.createPatient')).toContain('Points: 10 · carried out once for each Idempotency-Key<');
    expect(shown.get('Mutation.recalculateCompliance')).not.toContain('Idempotency-Key');
  });

  test('of REST too', async () => {
    const text = await page('/rest');
    const shown = [...text.matchAll(/<h2><code>(.*?)<\/code><\/h2>/g)].map(([, operation]) => operation!);
    const open = Object.keys(OPERATIONS)
      .filter((operation) => operation.includes(' '))
      .filter(
        (operation) =>
          permissionsOf(operation).some((name) => OF_TOKENS.test(name)) ||
          [
            '/api/user',
            '/api/users/my-org',
            '/api/bulk-queries/{id}/file',
            '/broadcasting/auth',
            '/broadcasting/user-auth',
            '/fhir/r4/metadata',
          ].includes(operation.split(' ')[1]!),
      )
      .filter((operation) => operation !== 'PATCH /api/users/my-org');
    expect(shown.sort()).toEqual(open.sort());
  });

  test('the price of the example is what the portal charges', async () => {
    const [, query, cost] = /The query <code>(.*?)<\/code> costs (\d+)\./.exec(
      (await page('/operations')).replaceAll('\n', ' ').replace(/ +/g, ' '),
    )!;
    expect([query, cost]).toEqual(['{ patients(first: 100) { edges { node { lastName } } totalCount } }', '311']);
  });
});

test('every code that GraphQL answers is among the errors', async () => {
  const text = await page('/errors');
  for (const code of [
    ...[
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'REAUTHENTICATE',
      'NOT_FOUND',
      'CSRF',
      'TOO_MANY',
      'UNAVAILABLE',
      'TOO_EXPENSIVE',
    ],
    ...['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'INTROSPECTION_DISABLED'],
    'UNKNOWN_OPERATION',
    ...['DISK_FULL', 'INTERNAL_SERVER_ERROR', 'invalid_client', 'invalid_scope', 'unauthorized_client'],
  ])
    expect(text).toContain(`<code>${code}</code>`);
  const source = readFileSync(join(import.meta.dirname, '../graphql/errors.ts'), 'utf8');
  for (const [, code] of source.matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)) expect(text).toContain(`<code>${code}</code>`);
});

test('the schema is served to anyone, and is that of the repository', async () => {
  const { status, text, headers } = await get('/schema.graphql');
  const printed = readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'public, max-age=3600',
  ]);
  expect(text).toBe(printed.slice(printed.indexOf('\n\n') + 2));
});

test('a client of OAuth finds where a token is issued', async () => {
  const issuer = new URL(`http://127.0.0.1:${running().port}`);
  const found = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true }),
  );
  expect(found).toMatchObject({
    issuer: issuer.origin,
    token_endpoint: `${issuer.origin}/oauth/token`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    service_documentation: `${issuer.origin}/developers`,
  });
  expect(found.scopes_supported).toContain('view.patient');
  expect(found.scopes_supported).not.toContain('view.user');
});
