import { ArgsType, type ClassType, Field, getMetadataStorage, InputType, Int, registerEnumType } from 'type-graphql';
import { DEFAULT_SIZE, SortDirection, type ListArgs } from './connection.ts';
import type { ListColumn } from './list-conditions.ts';
import { MAX_FILTERS, MAX_WORDS } from './list-price.ts';
import { CONDITIONS, graphqlName, orderName, type ColumnType } from './list.rules.ts';
import type { AnyList } from './list.ts';
import { DateScalar } from './scalars.ts';
import type { Where } from './list-where.ts';

/** The type of a field, as `Field` of type-graphql takes it. */
type TypeOf = NonNullable<Extract<Parameters<typeof Field>[0], () => unknown>>;

interface InputField {
  name: string;
  type: TypeOf;
  description: string;
  isRequired?: boolean;
}

const described = (target: ClassType, fields: readonly InputField[]): void => {
  for (const { name, type, description, isRequired } of fields)
    Field(type, { nullable: !isRequired, description })(target.prototype as object, name);
};

function inputOf<T extends object>(name: string, description: string, fields: readonly InputField[]): ClassType<T> {
  const Input = class {} as ClassType<T>;
  InputType(name, { description })(Input);
  described(Input, fields);
  return Input;
}

const MEANINGS: Record<string, string> = {
  contain: 'Contains the text; case and accents do not matter.',
  not_contain: 'Does not contain the text, or is empty.',
  equal: 'Equals the value.',
  not_equal: 'Differs from the value, or is empty.',
  start_with: 'Starts with the text; case and accents do not matter.',
  end_with: 'Ends with the text; case and accents do not matter.',
  greater_than: 'Is greater or later than the value.',
  greater_than_equal: 'Is greater than the value or equals it.',
  less_than: 'Is less or earlier than the value.',
  less_than_equal: 'Is less than the value or equals it.',
};

/** The input with the conditions of one type. A column without a value is found by `isNull`. */
function filterOf(name: string, of: string, column: ColumnType, operand: TypeOf): ClassType {
  const conditions: readonly string[] = CONDITIONS[column];
  const compared = conditions
    .filter((condition) => Object.hasOwn(MEANINGS, condition))
    .map((condition) => ({ name: graphqlName(condition), type: operand, description: MEANINGS[condition]! }));
  const empty = { name: 'isNull', type: () => Boolean, description: 'True: is empty. False: is not empty.' };
  return inputOf(
    name,
    `Conditions on ${of}; a row must meet all that are given.`,
    conditions.includes('is_null') ? [...compared, empty] : compared,
  );
}

const FILTERS: Record<ColumnType, ClassType> = {
  text: filterOf('TextFilter', 'a text', 'text', () => String),
  integer: filterOf('IntFilter', 'an integer', 'integer', () => Int),
  date: filterOf(
    'DateFilter',
    'a date, or on the day of a time in the time zone of the viewer',
    'date',
    () => DateScalar,
  ),
  boolean: filterOf('BooleanFilter', 'what is true or false', 'boolean', () => Boolean),
  choice: filterOf('ChoiceFilter', 'one of several documented texts', 'choice', () => String),
};

const ofEnums = new Map<object, ClassType>();

/** The conditions on a field of an enum: the one in which the API answers the field. */
function filterOfEnum(values: object): ClassType {
  const known = ofEnums.get(values);
  if (known) return known;
  const registered = getMetadataStorage().enums.find(({ enumObj }) => enumObj === values);
  if (!registered) throw new Error('A list is filtered by an enum that is not registered.');
  const { name } = registered;
  const made = filterOf(`${name}Filter`, `a value of ${name}`, 'choice', () => values as never);
  ofEnums.set(values, made);
  return made;
}

/** Returns what a column is: the description of the field of that name, or what the list says. */
function meaningOf(node: ClassType, name: string, { field, meaning }: ListColumn): string {
  const found = getMetadataStorage().fields.find(
    (one) => one.target === node && one.schemaName === graphqlName(name, field),
  )?.description;
  const text = meaning ?? found ?? (name === 'id' ? 'Integer id, as in REST paths.' : undefined);
  if (text === undefined) throw new Error(`The column ${name} of a list of ${node.name} needs a meaning.`);
  return text;
}

/** What a list states for GraphQL besides its definition. */
interface ListTypesOptions {
  /** The enum of each column of choices in which the API answers it. A column without one takes its documented texts. */
  enums?: Record<string, object>;
  /** Rows of a page when the request names no number. */
  size?: number;
  /** The GraphQL type of the rows, if it is not the entity of the list. */
  node?: ClassType;
}

/**
 * Returns the types by which GraphQL filters and orders a list: `${name}Where`, `${name}Order`, and the arguments that
 * have them. Its columns are those of the definition, and nothing is declared twice.
 */
export function listTypes<T extends object>(name: string, list: AnyList<T>, options: ListTypesOptions = {}) {
  const { enums = {}, size = DEFAULT_SIZE, node = list.entity as ClassType } = options;
  const columns = Object.entries(list.columns).filter(([, { isRestOnly }]) => !isRestOnly);
  const lists = (where: () => ClassType) => () => [where()];
  const Where: ClassType<Where> = inputOf(
    `${name}Where`,
    `A filter of the list: a row must meet every condition that is given; \`or\` and \`not\` combine others.`,
    [
      ...columns
        .filter(([, { isFilter }]) => isFilter !== false)
        .map(([column, definition]) => {
          const Filter = enums[column] ? filterOfEnum(enums[column]) : FILTERS[definition.type];
          const named = graphqlName(column, definition.field);
          return { name: named, type: () => Filter, description: meaningOf(node, column, definition) };
        }),
      { name: 'and', type: lists(() => Where) as never, description: 'All of these must match.' },
      {
        name: 'or',
        type: lists(() => Where) as never,
        description: 'One of these must match; none of an empty list does.',
      },
      { name: 'not', type: () => Where as never, description: 'This must not match.' },
    ],
  );
  const sortable = columns.filter(([, { sortBy }]) => sortBy !== undefined);
  const orderFields = Object.fromEntries(sortable.map(([column]) => [orderName(column), column]));
  registerEnumType(orderFields, {
    name: `${name}OrderField`,
    description: 'A column by which the list can be ordered.',
    valuesConfig: Object.fromEntries(
      sortable.map(([column, definition]) => [orderName(column), { description: meaningOf(node, column, definition) }]),
    ),
  });
  const Order = inputOf<NonNullable<ListArgs['orderBy']>>(`${name}Order`, 'An order of the list.', [
    { name: 'field', type: () => orderFields as never, description: 'The column.', isRequired: true },
    { name: 'direction', type: () => SortDirection, description: 'Sort direction; smallest first when omitted.' },
  ]);
  const Args = class {} as ClassType<ListArgs>;
  ArgsType()(Args);
  described(Args, [
    ...paging(size, list.maxPage),
    {
      name: 'where',
      type: () => Where as never,
      description: `Conditions on the rows, at most ${MAX_FILTERS}. Each adds to the cost; a computed one, and one in \`or\` or \`not\`, ten times as much.`,
    },
    { name: 'orderBy', type: () => Order as never, description: 'Order of the rows; that of the list when omitted.' },
  ]);
  return { Args, Where };
}

const paging = (size: number, max: number): InputField[] => [
  {
    name: 'first',
    type: () => Int,
    description: `Number of rows after the cursor, or per page: ${size} when omitted, at most ${max}.`,
  },
  { name: 'after', type: () => String, description: 'Cursor after which the rows start.' },
  { name: 'last', type: () => Int, description: `Number of rows before the cursor, at most ${max}.` },
  { name: 'before', type: () => String, description: 'Cursor before which the rows end.' },
  {
    name: 'page',
    type: () => Int,
    description: 'Page number, from 1, in pages of `first` rows; cannot be combined with cursors.',
  },
  {
    name: 'search',
    type: () => String,
    description: `Text that a row must contain, at most ${MAX_WORDS} words; % and _ match literally.`,
  },
];
