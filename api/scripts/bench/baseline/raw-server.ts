import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { baselineDatabase, type Ask } from './database.ts';
import { COUNT, DATATABLE, DEVICES_OF_PATIENTS, LIST, NIGHTS, ORGANIZATIONS, PATIENT_PAGE } from './statements.ts';

/**
 * The yardstick: bare `node:http` and `pg` with the portal's session, permission and row-level security, and hand-written
 * prepared statements. `seq` sends one statement after the other; `pipe` sends those that do not depend on each other
 * together. Arguments: address of the database, port, seq or pipe.
 */
const [org, auth, port, kind] = process.argv.slice(2);
const { forRequest } = baselineDatabase({ org: org!, auth: auth! }, `bench-raw-${kind}`, kind === 'pipe');

const globalId = (type: string, id: unknown) => Buffer.from(`${type}:${String(id)}`).toString('base64url');

async function list(ask: Ask): Promise<unknown> {
  const counted = () => ask<{ total: number }>(COUNT);
  const early = kind === 'pipe' ? counted() : null;
  const found = await ask(LIST);
  const page = found.slice(0, 50);
  const ids = page.map(({ id }) => id);
  const orgs = [...new Set(page.flatMap(({ org_id, dme_id }) => [org_id, dme_id].filter((id) => id !== null)))];
  const first = ask<{ id: number; name: string }>(ORGANIZATIONS, [orgs]);
  if (kind !== 'pipe') await first;
  const devices = Map.groupBy(await ask(DEVICES_OF_PATIENTS, [ids]), ({ patient_id }) => patient_id);
  const names = new Map((await first).map(({ id, name }) => [id, { id: globalId('Organization', id), name }]));
  const [count] = await (early ?? counted());
  const edges = page.map(({ id, org_id, dme_id, ...patient }) => ({
    cursor: Buffer.from(JSON.stringify([id])).toString('base64url'),
    node: {
      id: globalId('Patient', id),
      databaseId: id,
      ...patient,
      organization: names.get(org_id as number),
      provider: names.get(dme_id as number) ?? null,
      devices: (devices.get(id) ?? []).map(({ id: history, patient_id: _patient, ...device }) => ({
        id: globalId('DeviceHistory', history),
        ...device,
        isActive: device.endDate === null,
      })),
    },
  }));
  const pageInfo = { hasNextPage: found.length > 50, endCursor: edges.at(-1)?.cursor ?? null };
  return { data: { patients: { totalCount: count!.total, edges, pageInfo } } };
}

/** All statements of a page of known statements, in order. */
async function each(ask: Ask, statements: [string, unknown[]][]): Promise<unknown[][]> {
  if (kind === 'pipe') return Promise.all(statements.map(([text, values]) => ask(text, values)));
  const answers: unknown[][] = [];
  for (const [text, values] of statements) answers.push(await ask(text, values));
  return answers;
}

async function datatable(ask: Ask): Promise<unknown> {
  const [rows, counted] = (await each(ask, [
    [DATATABLE, []],
    [COUNT, []],
  ])) as [unknown[], { total: number }[]];
  return { current_page: 1, data: rows, total: counted[0]!.total };
}

function answerOf(path: string): ((ask: Ask) => Promise<unknown>) | null {
  const patient = /^\/patient\/(\d+)/.exec(path)?.[1];
  if (patient)
    return (ask) =>
      each(
        ask,
        PATIENT_PAGE.map((text) => [text, [patient]]),
      );
  const range = /^\/nights\/(\d+)\/([\d-]+)\/([\d-]+)/.exec(path)?.slice(1);
  if (range) return async (ask) => ({ data: { patient: { nights: await ask(NIGHTS, range) } } });
  return { '/list': list, '/datatable': datatable }[path] ?? null;
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe, as in the portal's files. */
const guarded = (cell: string) =>
  `case when ${cell} ~ E'^[\\\\s\\u00a0\\ufeff]*[=+@\\uff1d\\uff0b\\uff0d\\uff20-]' then '''' || ${cell} else ${cell} end`;
const FILE = `copy (select r.id, ${['r.assigned_id', 'r.first_name', 'r.last_name', 'r.email'].map(guarded).join(', ')}, r.birth_date,
  ${['r.phone', 'r.current_serial', 'o.name'].map(guarded).join(', ')}, r.therapy_start, r.last_report, r.is_rules_active
  from patients r left join organizations o on o.id = r.dme_id order by r.id) to stdout (format csv)`;

/** The rows of COPY, in pieces of 64 kB. */
class Copy extends pg.Query {
  private rows: Buffer[] = [];
  private size = 0;

  constructor(
    readonly response: ServerResponse,
    done: (error: Error | null) => void,
  ) {
    super({ text: FILE } as never);
    (this as unknown as { callback: typeof done }).callback = (error) => {
      this.flush();
      done(error);
    };
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.rows.push(Buffer.from(chunk)); // the parser writes over the chunk
    this.size += chunk.length;
    if (this.size > 65_536) this.flush();
  }

  private flush(): void {
    this.response.write(Buffer.concat(this.rows));
    this.rows = [];
    this.size = 0;
  }
}

createServer((request, response) => {
  if (request.url === '/csv')
    return void forRequest(request.headers.cookie, (_ask, client) => {
      response.setHeader('content-type', 'text/csv');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      client.query(new Copy(response, (error) => (error ? reject(error) : resolve())));
      return promise;
    }).then(
      () => response.end(),
      () => response.destroy(),
    );
  const answer = answerOf(request.url ?? '/');
  if (!answer) return void response.end();
  forRequest(request.headers.cookie, answer).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(port), '127.0.0.1');
