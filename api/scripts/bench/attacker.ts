import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { ATTACKS } from './attack-list.ts';
import type { BenchClient } from './client.ts';

/** What the thread of an attack gets: the number of the attack, and who attacks for how long. */
export interface Attacker {
  nth: number;
  attacker: BenchClient;
  adminUrl: string;
  ms: number;
}

const { nth, attacker, adminUrl, ms } = workerData as Attacker;
const database = new pg.Client({ connectionString: adminUrl });
await database.connect();
const notify = (event: object) => database.query("select pg_notify('airlog', $1)", [JSON.stringify(event)]);
const end = performance.now() + ms;
parentPort!.postMessage(await ATTACKS[nth]!.run(attacker, () => performance.now() > end, notify));
await database.end();
