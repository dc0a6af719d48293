import { type ClassType, Field, Int, ObjectType, ArgsType, InputType, registerEnumType } from 'type-graphql';
import type { Context } from './context.ts';
import { InvalidInput } from './errors.ts';
import { countAll, countMatching, readPage, readSlice, type ListDefinition } from './list.ts';

const DEFAULT_SIZE = 50;
const MAX_PAGE = 100_000;

@ObjectType({ description: 'Where a page stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'More rows follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Rows stand before.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last row.' })
  endCursor!: string | null;
}

export enum SortDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Smallest or largest first.',
  valuesConfig: { ASC: { description: 'Smallest first.' }, DESC: { description: 'Largest first.' } },
});

@InputType({ description: 'One filter of a table: a column, a documented condition and its value.' })
export class TableFilter {
  @Field(() => String, { description: 'Column name as in the REST table, such as last_name.' })
  field!: string;

  @Field(() => String, {
    description:
      'contain, not_contain, equal, not_equal, start_with, end_with, greater_than, greater_than_equal, less_than, less_than_equal, is_null, is_not_null.',
  })
  condition!: string;

  @Field(() => String, { nullable: true, description: 'Compared with; a date as YYYY-MM-DD.' })
  value?: string | null;
}

@ArgsType()
export class ListArgs {
  @Field(() => Int, { nullable: true, description: 'Rows after the cursor, or on the page.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: rows after it.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Rows before the cursor.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: rows before it.' })
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Numbered paging from 1, in pages of `first` rows; excludes cursors.',
  })
  page?: number | null;

  @Field(() => String, { nullable: true, description: 'Text that a row must contain; % and _ are ordinary letters.' })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Column to sort by, as in the REST table.' })
  orderBy?: string | null;

  @Field(() => SortDirection, { nullable: true, description: 'Smallest first when absent.' })
  orderDir?: SortDirection | null;

  @Field(() => [TableFilter], { nullable: true, description: 'All must hold.' })
  filters?: TableFilter[] | null;
}

export interface ConnectionShape<T> {
  edges: { cursor: string; node: T }[];
  pageInfo: PageInfo;
  /** Each counted only when asked for: a count of a long list costs more than a page of it. */
  counts: { matching: () => Promise<number>; all: () => Promise<number> };
}

/** The Relay connection and edge types of a node type. */
export function connectionOf<T extends object>(node: ClassType<T>, name: string) {
  @ObjectType(`${name}Edge`, { description: `One row of a list of ${name}.` })
  class Edge {
    @Field(() => String, { description: 'Place of the row in its list.' })
    cursor!: string;

    @Field(() => node, { description: 'The row.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class Connection {
    @Field(() => [Edge], { description: 'The rows of the page.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where the page stands.' })
    pageInfo!: PageInfo;

    readonly counts!: ConnectionShape<T>['counts'];

    @Field(() => Int, { description: 'Rows that match search and filters.' })
    totalCount(): Promise<number> {
      return this.counts.matching();
    }

    @Field(() => Int, { description: "Rows before search and filters: the footer's 'filtered from N total'." })
    unfilteredCount(): Promise<number> {
      return this.counts.all();
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

/** Forwards, backwards or by number: a request that mixes them means something that nobody knows. */
function assertOneWay({ first, after, last, before, page }: ListArgs): void {
  const backward = last != null || before != null;
  const forward = after != null || (backward && first != null);
  if (Number(forward) + Number(backward) + Number(page != null) > 1)
    throw new InvalidInput([{ field: 'page', code: 'list.paging', message: 'list.paging' }]);
}

/** One page of a list for GraphQL: by cursor (keyset) or by number (tables). */
export async function connection<T extends object>(
  ctx: Context,
  definition: ListDefinition<T>,
  args: ListArgs,
): Promise<ConnectionShape<T>> {
  assertOneWay(args);
  const size = sizeOf(args, definition.maxPage);
  const matching = lazily(() => countMatching(ctx.em, definition, args));
  const counts = { matching, all: lazily(() => countAll(ctx.em, definition, args, matching)) };
  if (args.page != null) {
    const page = Math.min(Math.max(args.page, 1), MAX_PAGE);
    const rows = await readPage(ctx.em, definition, args, size + 1, (page - 1) * size);
    const edges = rows.slice(0, size).map((node, index) => ({ cursor: `page:${page}:${index}`, node }));
    return {
      edges,
      pageInfo: { hasNextPage: rows.length > size, hasPreviousPage: page > 1, startCursor: null, endCursor: null },
      counts,
    };
  }
  const backward = args.last != null || args.before != null;
  const rows = await readSlice(
    ctx.em,
    definition,
    args,
    backward ? { last: size, before: args.before } : { first: size, after: args.after },
  );
  const pageInfo = {
    hasNextPage: rows.hasNextPage,
    hasPreviousPage: rows.hasPrevPage,
    startCursor: rows.startCursor,
    endCursor: rows.endCursor,
  };
  return { edges: rows.items.map((node) => ({ cursor: rows.from(node as never), node })), pageInfo, counts };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
