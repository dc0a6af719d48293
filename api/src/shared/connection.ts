import { type ClassType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Context } from './context.ts';
import { InvalidInput } from './errors.ts';
import { assertSortable, countAll, countMatching, type RowCount } from './list-count.ts';
import { readPage } from './list-page.ts';
import { filtersOf, type Where } from './list-where.ts';
import { definitionOf, ListRead, readSlice, type AnyList, type ListQuery, type ListSource } from './list.ts';
import { WithoutPatients } from './marks.ts';

/** Rows of a page when the request names no number. */
export const DEFAULT_SIZE = 50;
const MAX_PAGE = 100_000;

@WithoutPatients()
@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'True when more rows follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True when there are rows before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row; null for an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last row; null for an empty page.' })
  endCursor!: string | null;
}

export enum SortDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Sort direction.',
  valuesConfig: { ASC: { description: 'Smallest first.' }, DESC: { description: 'Largest first.' } },
});

/** The arguments of a list, as `listTypes` builds them for each one. */
export interface ListArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  page?: number | null;
  search?: string | null;
  where?: Where | null;
  /** `field`: the documented name of the column; empty for the one by which the list is ordered by default. */
  orderBy?: { field: string; direction?: SortDirection | null } | null;
}

/** Returns the arguments of a list that is ordered from the newest row on, and has pages of `size` rows, unless they say else. */
export const newestFirst = (args: ListArgs, size = DEFAULT_SIZE): ListArgs => ({
  ...args,
  orderBy: args.orderBy ?? { field: '', direction: SortDirection.DESC },
  first: args.first ?? (args.last == null ? size : null),
});

/** Returns the search, the filters and the order of a list for GraphQL. Refuses a condition on null. */
export const queryOf = (list: AnyList<object>, { search, where, orderBy }: ListArgs): ListQuery => ({
  search,
  filters: filtersOf(list.columns, where),
  orderBy: orderBy?.field,
  orderDir: orderBy?.direction,
});

export interface ConnectionShape<T> {
  edges: { cursor: string; node: T }[];
  pageInfo: PageInfo;
  /** Each total is counted only on request: a count of a long list costs more than a page of it. */
  counts: { matching: () => Promise<RowCount>; all: () => Promise<RowCount> };
}

/** Returns the Relay connection and edge types of a node type. */
export function connectionOf<T extends object>(node: ClassType<T>, name: string) {
  @ObjectType(`${name}Edge`, { description: `One row of a list of ${name}.` })
  class Edge {
    @Field(() => String, { description: 'Cursor of the row in its list.' })
    cursor!: string;

    @Field(() => node, { description: 'The row.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class Connection {
    @Field(() => [Edge], { description: 'The rows of the page.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo!: PageInfo;

    readonly counts!: ConnectionShape<T>['counts'];

    @Field(() => Int, { description: 'Number of rows that match search and filters; 10,000 when more match.' })
    async totalCount(): Promise<number> {
      return (await this.counts.matching()).rows;
    }

    @Field(() => Boolean, { description: 'True when more rows match than `totalCount`.' })
    async totalCountIsCapped(): Promise<boolean> {
      return (await this.counts.matching()).isCapped;
    }

    @Field(() => Int, {
      description:
        "Number of rows before search and filters: the footer's 'filtered from N total'. Exact in lists of patients, machines and devices; 10,000 when another list is longer.",
    })
    async unfilteredCount(): Promise<number> {
      return (await this.counts.all()).rows;
    }

    @Field(() => Boolean, { description: 'True when there are more rows than `unfilteredCount`.' })
    async unfilteredCountIsCapped(): Promise<boolean> {
      return (await this.counts.all()).isCapped;
    }
  }
  return Connection;
}

function sizeOf(args: ListArgs, max: number): number {
  const field = args.last == null ? 'first' : 'last';
  const size = args[field] ?? DEFAULT_SIZE;
  if (size < 1 || size > max)
    throw new InvalidInput([{ field, code: 'list.limit', message: 'list.limit', values: { max } }]);
  return size;
}

/** Forward, backward or by number. A request that mixes them is ambiguous and refused. */
function assertOneWay({ first, after, last, before, page }: ListArgs): void {
  const backward = last != null || before != null;
  const forward = after != null || (backward && first != null);
  if (Number(forward) + Number(backward) + Number(page != null) > 1)
    throw new InvalidInput([{ field: 'page', code: 'list.paging', message: 'list.paging' }]);
}

/** Returns one page of a list for GraphQL: by cursor (keyset) or by number (tables). */
export async function connection<T extends object>(
  ctx: Context,
  source: ListSource<T>,
  args: ListArgs,
): Promise<ConnectionShape<T>> {
  assertOneWay(args);
  const read = new ListRead(ctx, source, queryOf(definitionOf(ctx, source), args));
  const size = sizeOf(args, read.definition.maxPage);
  await assertSortable(read);
  const matching = lazily(() => countMatching(read));
  const counts = { matching, all: lazily(() => countAll(read, matching)) };
  // Leaves with the page. Behind a failed count the page fails too, and its error says less.
  const counting = ctx.isCounted ? matching() : undefined;
  if (args.page != null) {
    const page = Math.min(Math.max(args.page, 1), MAX_PAGE);
    const [rows] = await Promise.all([readPage(read, size + 1, (page - 1) * size), counting]);
    const edges = rows.slice(0, size).map((node, index) => ({ cursor: `page:${page}:${index}`, node }));
    return {
      edges,
      pageInfo: { hasNextPage: rows.length > size, hasPreviousPage: page > 1, startCursor: null, endCursor: null },
      counts,
    };
  }
  const backward = args.last != null || args.before != null;
  const place = backward ? { last: size, before: args.before } : { first: size, after: args.after };
  const [rows] = await Promise.all([readSlice(read, place), counting]);
  const pageInfo = {
    hasNextPage: rows.hasNextPage,
    hasPreviousPage: rows.hasPrevPage,
    startCursor: rows.startCursor,
    endCursor: rows.endCursor,
  };
  // A cursor is made when a query asks for it: sealing costs more than the rest of an edge.
  const edges = rows.items.map((node) => ({
    node,
    get cursor() {
      return rows.from(node);
    },
  }));
  return { edges, pageInfo, counts };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
