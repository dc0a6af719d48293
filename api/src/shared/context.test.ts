import { expect, test } from '@jest/globals';
import { admin, asViewer, running, usePortalHere } from '../../test/harness.ts';
import { findSession } from '../sign-in/session-read.ts';
import { hashSessionId } from '../sign-in/session-read.ts';
import { Context } from './context.ts';

usePortalHere();

async function contextOf(sessionId: string): Promise<Context> {
  const session = await findSession(running().app, hashSessionId(sessionId));
  const request = {
    id: 'test',
    ip: '',
    userAgent: '',
    sessionHash: null,
    sessionAlive: true,
    setCookie: () => undefined,
  };
  return new Context(running().app, request as never, session!.viewer, 'en');
}

const conflict = (code: string) => Object.assign(new Error('serialization conflict'), { code });

test.each(['40P01', '40001', '55P03'])(
  'a transaction with a serialization conflict (%s) is retried, and announces its change once',
  async (code) => {
    const ctx = await contextOf((await asViewer()).sessionId!);
    const heard: number[] = [];
    const events = running().app.pubsub.subscribe('device-history.changed');
    const first = events.next().then(({ value }) => heard.push(value.historyId));
    let attempts = 0;
    const answer = await ctx.run('write', async () => {
      attempts += 1;
      ctx.publish('device-history.changed', { patientId: 1, historyId: attempts });
      if (attempts < 4) throw conflict(code);
      return 'done';
    });
    await first;
    expect([answer, attempts, heard]).toEqual(['done', 4, [4]]);
    await events.return?.();
  },
);

test('what follows a commit is done once, after it, and not after a failed transaction; its failure fails nothing', async () => {
  const ctx = await contextOf((await asViewer()).sessionId!);
  const done: string[] = [];
  const follow = (name: string) => ctx.afterCommit(async () => void done.push(name));
  const failed = ctx.run('write', async () => {
    follow('of a failure');
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  let attempts = 0;
  const answer = await ctx.run('write', async () => {
    follow('of a change');
    ctx.afterCommit(() => Promise.reject(new Error('it failed')));
    if ((attempts += 1) < 2) throw conflict('40001');
    expect(done).toEqual([]);
    return 'done';
  });
  expect([answer, done]).toEqual(['done', ['of a change']]);
});

test('a change is announced with its commit: one that was rolled back reaches no consumer', async () => {
  const ctx = await contextOf((await asViewer()).sessionId!);
  const events = running().app.pubsub.subscribe('device-history.changed');
  const announce = (historyId: number) => ctx.publish('device-history.changed', { patientId: 1, historyId });
  const failed = ctx.run('write', async () => {
    announce(1);
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  // Fails in COMMIT itself, after the announcement.
  await admin.query(`create table late (id int unique deferrable initially deferred);
    grant insert on late to airlog_org`);
  const late = ctx.run('write', async () => {
    announce(2);
    await ctx.em.execute('insert into late values (1), (1)');
  });
  await expect(late).rejects.toMatchObject({ code: '23505' });
  await ctx.run('write', async () => announce(3));
  expect((await events.next()).value).toEqual({ patientId: 1, historyId: 3 });
  await events.return?.();
});

test('it gives up after three more attempts, and does not repeat any other error', async () => {
  const ctx = await contextOf((await asViewer()).sessionId!);
  for (const [code, expected] of [
    ['40P01', 4],
    ['23505', 1],
  ] as const) {
    let attempts = 0;
    await expect(
      ctx.run('write', async () => {
        attempts += 1;
        throw conflict(code);
      }),
    ).rejects.toMatchObject({ code });
    expect(attempts).toBe(expected);
  }
});

test('a subscriber that stops listening is released at once, even while no event arrives', async () => {
  const events = running().app.pubsub.subscribe('device-history.changed');
  const waiting = events.next();
  await events.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('details that several services note for one audit line are all kept, and a retry starts without them', async () => {
  const ctx = await contextOf((await asViewer()).sessionId!);
  let attempts = 0;
  await ctx.run('write', async () => {
    attempts += 1;
    ctx.note({ machine: 1, startDate: '2026-01-01' });
    ctx.note({ machine: 1, settings: 2 });
    ctx.note({ machine: 3, endDate: null });
    if (attempts === 1) throw conflict('40001');
  });
  expect(ctx.noted).toEqual({ machine: [1, 3], startDate: '2026-01-01', settings: 2, endDate: null });
  await ctx.run('write', async () => undefined);
  expect(ctx.noted).toEqual({});
});
