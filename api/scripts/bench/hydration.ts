import type { Database } from '../../src/db/orm.ts';
import { gql, type BenchClient } from './client.ts';
import type { Figure } from './figures.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';

/** Counts the entities that one request hydrates and the statements that it sends, in a portal in this process. */
export async function benchHydration(client: BenchClient, db: Database): Promise<Figure[]> {
  let entities = 0;
  for (const orm of Object.values(db.pools))
    orm.em.getEventManager().registerSubscriber({ onLoad: () => void entities++ });
  const count = async (name: string, ask: () => Promise<unknown>): Promise<Figure> => {
    entities = 0;
    await ask();
    return { name: `Rows hydrated: ${name}`, value: String(entities) };
  };
  return [
    await count('patients datatable, 50 rows', () =>
      fetch(`${client.origin}/api/patients/datatable`, { headers: client.headers }).then((response) => response.text()),
    ),
    await count('patient page', () => gql(client, PATIENT_PAGE_QUERY, { id: '1' })),
  ];
}
