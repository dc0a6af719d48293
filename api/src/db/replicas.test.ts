import { expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { Replicas, type Replica } from './replicas.ts';

const COMMITTED = { place: '0/16B3748', cluster: '7' };

/** A replica that has replayed the log from the `after`th time on that it is asked; null: it cannot be reached. */
function standIn(after: number | null) {
  const seen = { taken: 0, asked: [] as unknown[], released: [] as unknown[] };
  const replica: Replica = async () => {
    seen.taken += 1;
    if (after === null) throw new Error('connect ECONNREFUSED');
    const client = {
      query: async (_text: string, values: unknown[]) => {
        seen.asked.push(values);
        return { rows: [{ replayed: seen.asked.length > after }] };
      },
      release: (error?: unknown) => void seen.released.push(error),
    };
    return { orm: {} as MikroORM, client: client as unknown as pg.PoolClient };
  };
  return { replica, seen };
}

/** The replicas, how often the primary was asked, and what was noted. */
function over(...stands: ReturnType<typeof standIn>[]) {
  const counted = { positions: 0, away: [] as unknown[] };
  const replicas = new Replicas(
    stands.map(({ replica }) => replica),
    async () => {
      counted.positions += 1;
      return COMMITTED;
    },
  );
  replicas.onAway = (error) => void counted.away.push(error);
  return { replicas, counted };
}

test('a read waits for a replica that is a little late, and asks it for what was committed before the read', async () => {
  const stand = standIn(2);
  const { replicas, counted } = over(stand);
  expect(await replicas.take('org')).not.toBeNull();
  expect(stand.seen).toEqual({ taken: 1, asked: Array(3).fill(['0/16B3748', '7']), released: [] });
  expect(counted).toEqual({ positions: 1, away: [] });
});

test('replicas take turns', async () => {
  const [one, other] = [standIn(0), standIn(0)];
  const { replicas } = over(one, other);
  for (let nth = 0; nth < 6; nth += 1) await replicas.take('support');
  expect([one.seen.taken, other.seen.taken]).toEqual([3, 3]);
});

test('a replica that stays late gives its connection back, and leaves the read to the next one', async () => {
  const [late, current] = [standIn(Infinity), standIn(0)];
  const { replicas, counted } = over(late, current);
  for (let nth = 0; nth < 4; nth += 1) expect(await replicas.take('org')).not.toBeNull();
  expect([late.seen.taken, late.seen.released, current.seen.taken]).toEqual([1, [undefined], 4]);
  expect(counted.away).toEqual([new Error('It has not replayed in time what was committed.')]);
});

test('without a replica that answers the primary is read, and a lost one is not asked each time', async () => {
  const lost = standIn(null);
  const { replicas, counted } = over(lost);
  for (let nth = 0; nth < 4; nth += 1) expect(await replicas.take('org')).toBeNull();
  expect([lost.seen.taken, counted.positions, counted.away.length]).toEqual([1, 1, 1]);
});

test('without replicas nothing is asked', async () => {
  const { replicas, counted } = over();
  expect([await replicas.take('org'), counted.positions]).toEqual([null, 0]);
});
