import { beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { admin, asViewer, running, superuserUrl, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { storedUpload } from '../../test/stored-card.ts';
import { failJob, takeJobs, takeJobsByHand, type Taken } from '../../test/taken-jobs.ts';
import { Context } from '../shared/context.ts';
import { takeTurn } from './uploads-turns.ts';

usePortalHere();

describe('the organizations take turns when their cards are read', () => {
  takeJobsByHand();

  /** Three organizations. */
  let viewers: Record<string, TestViewer>;
  /** The uploads of this test by their names: A1 is the first of organization A. */
  let names: Map<number, string>;

  beforeEach(async () => {
    await admin.query("update uploads set state = 'refused', turn = null, read_by = null");
    await admin.query("delete from pgboss.job where name = 'read-upload'");
    viewers = { A: await asViewer(), B: await asViewer(), C: await asViewer() };
    names = new Map();
  });

  /** Sends a card, and adds its job. */
  async function send(...cards: string[]): Promise<void> {
    const ctx = Context.of(running().app, { kind: 'jobs' }, 'a test');
    for (const name of cards) {
      const id = await storedUpload(viewers[name[0]!]!);
      names.set(id, name);
      await ctx.run('write', () => ctx.enqueue('read-upload', { uploadId: id }, { key: String(id) }));
    }
  }
  /** Takes the turn of a job; returns the name of its upload. */
  async function turn({ id, data }: Taken): Promise<string | null> {
    const ctx = Context.of(running().app, { kind: 'jobs' }, id);
    const taken = await ctx.run('write', () => takeTurn(ctx, (data as { uploadId: number }).uploadId));
    return taken === null ? null : names.get(taken)!;
  }
  const idOf = (name: string) => [...names].find(([, known]) => known === name)![0];
  const end = (name: string) => admin.query("update uploads set state = 'parsed' where id = $1", [idOf(name)]);
  /** Takes all jobs and reads what each takes to its end, one after another. */
  async function order(): Promise<(string | null)[]> {
    const taken: (string | null)[] = [];
    for (const job of await takeJobs('read-upload')) {
      const name = await turn(job);
      if (name !== null) await end(name);
      taken.push(name);
    }
    return taken;
  }

  test('next is the oldest card of the organization that was served least recently', async () => {
    await send('A1', 'A2', 'A3', 'A4', 'B1', 'C1', 'C2');
    expect(await order()).toEqual(['A1', 'B1', 'C1', 'A2', 'C2', 'A3', 'A4']);
    // Served last: B, then C, then A.
    await send('A5', 'C3', 'B2', 'A6');
    expect(await order()).toEqual(['B2', 'C3', 'A5', 'A6']);
  });

  test('a card that arrives behind many of another organization is the next one', async () => {
    await send('A1', 'A2', 'A3');
    const [first, ...others] = await takeJobs('read-upload');
    expect(await turn(first!)).toBe('A1');
    await send('B1');
    expect(await turn(others[0]!)).toBe('B1');
    expect(await turn(others[1]!)).toBe('A2');
    const [last] = await takeJobs('read-upload');
    expect([await turn(last!), await turn(last!)]).toEqual(['A3', 'A3']);
  });

  test('jobs of two nodes at once take different cards, of different organizations', async () => {
    await send('A1', 'A2', 'B1', 'C1');
    const jobs = await takeJobs('read-upload');
    const taken = await Promise.all(jobs.slice(0, 3).map(turn));
    expect(taken.toSorted()).toEqual(['A1', 'B1', 'C1']);
    expect(await turn(jobs[3]!)).toBe('A2');
  });

  test('one job chooses at a time, and sees what the one before it has taken', async () => {
    await send('A1', 'A2', 'B1');
    const jobs = await takeJobs('read-upload');
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(4716060)');
    await other.query("update uploads set state = 'parsing', turn = 1, read_by = $2 where id = $1", [
      idOf('A1'),
      jobs[1]!.id,
    ]);
    const taken = turn(jobs[0]!);
    await untilWaiting();
    await other.query('commit');
    await other.end();
    expect(await taken).toBe('B1');
  });

  test('a card that another job has read to its end at this moment stays read, and the next one is taken', async () => {
    await send('A1', 'B1');
    const [first] = await takeJobs('read-upload');
    expect(await turn(first!)).toBe('A1');
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    await other.query('begin');
    await other.query("update uploads set state = 'parsed' where id = $1", [idOf('A1')]);
    const taken = turn(first!);
    await untilWaiting();
    await other.query('commit');
    await other.end();
    expect(await taken).toBe('B1');
    const { rows } = await admin.query('select state from uploads where id = $1', [idOf('A1')]);
    expect(rows).toEqual([{ state: 'parsed' }]);
  });

  test('a job that is tried again goes on with its card, which no other one takes', async () => {
    await send('A1', 'B1');
    const [first, second] = await takeJobs('read-upload');
    expect(await turn(first!)).toBe('A1');
    await failJob('read-upload', first!);
    await send('A2');
    expect(await turn(second!)).toBe('B1');
    const [third] = await takeJobs('read-upload');
    expect(await turn(third!)).toBe('A2');
    expect(await turn(first!)).toBe('A1');
  });

  test('a card whose job has ended without it is taken in the turn of its organization', async () => {
    await send('A1', 'A2', 'B1');
    const [first, second, third] = await takeJobs('read-upload');
    expect(await turn(first!)).toBe('A1');
    await admin.query("update pgboss.job set state = 'failed' where id = $1", [first!.id]);
    expect([await turn(second!), await turn(third!)]).toEqual(['B1', 'A1']);
  });

  test('a job for which no card is left reads nothing, and one whose own card is still read reads that', async () => {
    await send('A1');
    const [job] = await takeJobs('read-upload');
    expect(await turn(job!)).toBe('A1');
    const again = { ...job!, id: '00000000-0000-4000-8000-000000000001' };
    expect(await turn(again)).toBe('A1');
    await end('A1');
    expect(await turn(job!)).toBeNull();
  });
});
