import { expect } from '@jest/globals';
import type { Client } from './harness.ts';

/** Returns every row of a list, page by page. `query` takes `$after` and `$where`, and answers `list` with `pageInfo`. */
export async function wholeList<Row>(viewer: Client, query: string, list: string, where?: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null; ;) {
    const { data, errors } = await viewer.gql(query, { after, where });
    expect(errors).toBeUndefined();
    rows.push(...data[list].edges.map(({ node }: { node: Row }) => node));
    if (!data[list].pageInfo.hasNextPage) return rows;
    after = data[list].pageInfo.endCursor;
  }
}
