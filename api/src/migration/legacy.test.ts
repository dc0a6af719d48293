import type { RequestListener } from 'node:http';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { directoryOverHttp, legacyServer, makeLegacyLocation, makeLegacyPatients } from '../../test/legacy.ts';
import { running, usePortalHere } from '../../test/harness.ts';
import { embeddedDirectory } from './legacy-embedded.ts';
import { httpDirectory } from './legacy-http.ts';
import type { LegacyDirectory, LegacyProblem } from './legacy.ts';

// One contract, two legacy systems: the directory in the database, and one over HTTP (decisions/088).

usePortalHere();

let stop = () => undefined as void;
afterEach(() => stop());

const systems: [string, () => Promise<LegacyDirectory>][] = [
  ['in the database', () => Promise.resolve(embeddedDirectory(running().app.db))],
  [
    'over HTTP',
    async () => {
      const served = await legacyServer(directoryOverHttp);
      ({ stop } = served);
      return httpDirectory(served.url, () => undefined);
    },
  ],
];

describe.each(systems)('a legacy system %s', (title, open) => {
  let dmeId: string;
  let ids: string[];
  beforeAll(async () => {
    dmeId = await makeLegacyLocation({
      id: `Ab/${title.length}`,
      name: `Ñandú "Sleep" O'Hara ${title}`,
      address1: '1 Main',
      phone: '518-555-0100',
      has_api_key: true,
    });
    const names = [`O'Brien`, 'عمر', '😀', 'x'.repeat(300), null];
    ids = await makeLegacyPatients(dmeId, [
      ...names.map((last_name) => ({ last_name })),
      { is_active: false, birth_date: 'soon' },
    ]);
  });

  test('finds a location by its whole DME ID in either case, and by words of its name without accents', async () => {
    const legacy = await open();
    const found = {
      dmeId,
      name: `Ñandú "Sleep" O'Hara ${title}`,
      address1: '1 Main',
      address2: null,
      zip: null,
      city: null,
      state: null,
      country: 'US',
      phone: '518-555-0100',
      isChild: false,
      migrated: false,
      hasApiKey: true,
    };
    expect(await legacy.search(` ${dmeId.toUpperCase()} `, 'DME_ID')).toEqual([found]);
    expect(await legacy.search(`${title} o'hara nandu`, 'NAME')).toEqual([found]);
    expect(await legacy.search(dmeId.slice(0, -1), 'DME_ID')).toEqual([]);
    expect(await legacy.search('  ', 'NAME')).toEqual([]);
  });

  test('gives the patients in parts by the last id, pages by number, and the number of all', async () => {
    const legacy = await open();
    const first = await legacy.patients(dmeId, { active: true, limit: 2 });
    expect([first.patients.map(({ lastName }) => lastName), first.total]).toEqual([[`O'Brien`, 'عمر'], 5]);
    const second = await legacy.patients(dmeId, { active: true, limit: 3, after: first.patients.at(-1)!.id });
    expect(second.patients.map(({ id, lastName }) => [id, lastName])).toEqual([
      [ids[2], '😀'],
      [ids[3], 'x'.repeat(300)],
      [ids[4], null],
    ]);
    const page = await legacy.patients(dmeId, { active: true, limit: 2, offset: 4 });
    expect([page.patients.map(({ id }) => id), page.total]).toEqual([[ids[4]], 5]);
    const inactive = await legacy.patients(dmeId, { active: false, limit: 2 });
    expect([inactive.patients.map(({ birthDate }) => birthDate), inactive.total]).toEqual([['soon'], 1]);
    expect(await legacy.patients('unknown', { active: true, limit: 2 })).toEqual({ patients: [], total: 0 });
  });
});

const sending =
  (body: string, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

describe('a legacy system that', () => {
  test.each<[string, RequestListener, LegacyProblem]>([
    ['answers 500', sending('{}', 500), 'broken'],
    ['asks for other credentials', sending('{}', 401), 'broken'],
    ['sends elsewhere', sending('', 302, { location: 'http://127.0.0.1:9/' }), 'broken'],
    ['sends no JSON', sending('<html>'), 'broken'],
    ['sends half an answer', sending('{"locations":[{"id":"D1","na'), 'broken'],
    ['sends a list in another place', sending('[{"id":"D1"}]'), 'broken'],
    ['sends a row without an id', sending('{"locations":[{"name":"x"}]}'), 'broken'],
    ['sends an id of 65 characters', sending(`{"locations":[{"id":"${'D'.repeat(65)}"}]}`), 'broken'],
    ['sends a row that is a list', sending('{"locations":[[]]}'), 'broken'],
    ['sends an object for a text', sending('{"locations":[{"id":"D1","name":{}}]}'), 'broken'],
    ['sends 51 locations', sending(JSON.stringify({ locations: Array(51).fill({ id: 'D1' }) })), 'broken'],
    ['sends 5 MB', sending(JSON.stringify({ locations: [{ id: 'D1', name: 'x'.repeat(5_000_000) }] })), 'broken'],
    [
      'cuts its answer off',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
      'broken',
    ],
    ['never ends its answer', (_request, response) => void response.writeHead(200).write('{"locations":['), 'slow'],
  ])('%s is refused and logged once', async (_title, listener, problem) => {
    const served = await legacyServer(listener);
    ({ stop } = served);
    const logged: LegacyProblem[] = [];
    const legacy = httpDirectory(served.url, (found) => logged.push(found), problem === 'slow' ? 100 : 60_000);
    await expect(legacy.search('D1', 'DME_ID')).rejects.toMatchObject({ problem, retryAfter: 5 });
    expect(logged).toEqual([problem]);
  });

  test('writes flags as numbers and texts, and blanks for nothing, is read; a row that was not asked for is left out', async () => {
    const row = {
      id: 'D'.repeat(64),
      name: ' ',
      city: ' \u0000Troy ',
      zip: 12207,
      is_child: '1',
      migrated: 1,
      has_api_key: 'no',
    };
    const served = await legacyServer(sending(JSON.stringify({ locations: [{ id: 'D2' }, row] })));
    ({ stop } = served);
    const legacy = httpDirectory(served.url, () => undefined);
    expect(await legacy.search('d'.repeat(64), 'DME_ID')).toEqual([
      expect.objectContaining({
        ...{ dmeId: 'D'.repeat(64), name: '', address1: null, city: '\uFFFDTroy', zip: '12207' },
        ...{ isChild: true, migrated: true, hasApiKey: false },
      }),
    ]);
  });

  test.each(['.', '..'])('is not asked for the patients of "%s", which would be another path', async (dmeId) => {
    let asked = 0;
    const served = await legacyServer((_request, response) => {
      asked += 1;
      response.end('{"patients":[{"id":"P1"}],"total":1}');
    });
    ({ stop } = served);
    const legacy = httpDirectory(served.url, () => undefined);
    expect(await legacy.patients(dmeId, { active: true, limit: 1 })).toEqual({ patients: [], total: 0 });
    expect(asked).toBe(0);
  });

  test('does not answer is waited for 5 seconds', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const served = await legacyServer(sending('{"locations":[]}'));
    ({ stop } = served);
    await httpDirectory(served.url, () => undefined).search('D1', 'DME_ID');
    expect(timeout.mock.calls).toEqual([[5000]]);
    timeout.mockRestore();
  });

  test('sends more patients than asked for, or no total, is refused', async () => {
    const answers = ['{"patients":[{"id":1},{"id":2}],"total":2}', '{"patients":[]}', '{"patients":[],"total":-1}'];
    const served = await legacyServer((_request, response) => void response.end(answers.shift()));
    ({ stop } = served);
    const legacy = httpDirectory(served.url, () => undefined);
    for (let left = 3; left > 0; left -= 1)
      await expect(legacy.patients('D1', { active: true, limit: 1 })).rejects.toMatchObject({ problem: 'broken' });
  });

  test('hangs is asked four questions at once, and no fifth', async () => {
    const waiting: (() => void)[] = [];
    const served = await legacyServer(
      (_request, response) => void waiting.push(() => response.end('{"locations":[]}')),
    );
    ({ stop } = served);
    const legacy = httpDirectory(served.url, () => undefined);
    const four = Promise.all(Array.from({ length: 4 }, () => legacy.search('D1', 'DME_ID')));
    await expect(legacy.search('D1', 'DME_ID')).rejects.toMatchObject({ problem: 'busy' });
    while (waiting.length < 4) await new Promise(setImmediate);
    for (const end of waiting) end();
    expect(await four).toEqual([[], [], [], []]);
  });

  test('needs a user and a password gets them as credentials, and the DME ID as one segment of the path', async () => {
    const seen: unknown[] = [];
    const served = await legacyServer((request, response) => {
      seen.push(request.url, request.headers.authorization);
      response.end('{"patients":[],"total":0}');
    });
    ({ stop } = served);
    const address = served.url.replace('http://', 'http://air:se%3Acret@');
    await httpDirectory(address, () => undefined).patients('a/../b', { active: false, limit: 5, after: 'x&y' });
    expect(seen).toEqual([
      '/api/locations/a%2F..%2Fb/patients?active=0&limit=5&after=x%26y',
      `Basic ${Buffer.from('air:se:cret').toString('base64')}`,
    ]);
  });
});
