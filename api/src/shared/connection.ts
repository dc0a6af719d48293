import { type ClassType, Field, Int, ObjectType, ArgsType, InputType, registerEnumType } from 'type-graphql';
import type { Context } from './context.ts';
import { InvalidInput } from './errors.ts';
import { assertSortable, countAll, countMatching, type RowCount } from './list-count.ts';
import { readPage } from './list-page.ts';
import { MAX_FILTERS, MAX_WORDS } from './list-price.ts';
import { ListRead, readSlice, type ListSource } from './list.ts';
import type { Condition } from './list.rules.ts';
import { WithoutPatients } from './marks.ts';

const DEFAULT_SIZE = 50;
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

const FilterConditionEnum: Record<Uppercase<Condition>, Condition> = {
  CONTAIN: 'contain',
  NOT_CONTAIN: 'not_contain',
  EQUAL: 'equal',
  NOT_EQUAL: 'not_equal',
  START_WITH: 'start_with',
  END_WITH: 'end_with',
  GREATER_THAN: 'greater_than',
  GREATER_THAN_EQUAL: 'greater_than_equal',
  LESS_THAN: 'less_than',
  LESS_THAN_EQUAL: 'less_than_equal',
  IS_NULL: 'is_null',
  IS_NOT_NULL: 'is_not_null',
};
registerEnumType(FilterConditionEnum, {
  name: 'FilterCondition',
  description: 'Comparison of a column. The type of the column decides which ones it takes.',
  valuesConfig: {
    CONTAIN: { description: 'Contains the value, in either case.' },
    NOT_CONTAIN: { description: 'Does not contain the value, or is empty.' },
    EQUAL: { description: 'Equals the value.' },
    NOT_EQUAL: { description: 'Differs from the value, or is empty.' },
    START_WITH: { description: 'Starts with the value, in either case.' },
    END_WITH: { description: 'Ends with the value, in either case.' },
    GREATER_THAN: { description: 'Is greater or later than the value.' },
    GREATER_THAN_EQUAL: { description: 'Is greater than the value or equals it.' },
    LESS_THAN: { description: 'Is less or earlier than the value.' },
    LESS_THAN_EQUAL: { description: 'Is less than the value or equals it.' },
    IS_NULL: { description: 'Is empty; the filter has no value.' },
    IS_NOT_NULL: { description: 'Is not empty; the filter has no value.' },
  },
});

@InputType({ description: 'One filter of a table: a column, a documented condition and its value.' })
export class TableFilter {
  @Field(() => String, { description: 'Column name as in the REST table, such as last_name.' })
  field!: string;

  @Field(() => FilterConditionEnum, { description: 'Comparison of the column with the value.' })
  condition!: Condition;

  @Field(() => String, { nullable: true, description: 'Value to compare with; a date as YYYY-MM-DD.' })
  value?: string | null;
}

@ArgsType()
export class ListArgs {
  @Field(() => Int, { nullable: true, description: 'Number of rows after the cursor, or per page.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor after which the rows start.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of rows before the cursor.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor before which the rows end.' })
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Page number, from 1, in pages of `first` rows; cannot be combined with cursors.',
  })
  page?: number | null;

  @Field(() => String, {
    nullable: true,
    description: `Text that a row must contain, at most ${MAX_WORDS} words; % and _ match literally.`,
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Column to sort by, as in the REST table.' })
  orderBy?: string | null;

  @Field(() => SortDirection, { nullable: true, description: 'Sort direction; smallest first when omitted.' })
  orderDir?: SortDirection | null;

  @Field(() => [TableFilter], {
    nullable: true,
    description: `At most ${MAX_FILTERS} filters; a row must match all of them. Each adds to the cost, a computed one ten times as much.`,
  })
  filters?: TableFilter[] | null;
}

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
  const read = new ListRead(ctx, source, args);
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
  return { edges: rows.items.map((node) => ({ cursor: rows.from(node), node })), pageInfo, counts };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
