import { ArrayType, BigIntType, DecimalType, type EntityMetadata, type EntityProperty } from '@mikro-orm/core';
import type { PlainRows } from './plain-rows.ts';

export type Meta = EntityMetadata<object>;
export type Property = EntityProperty<object>;
export type Row = Record<string, unknown>;
export type Cells = Record<string, unknown>;

/** Column types whose value is the same in a row and in an entity. */
const AS_READ = new Set(['int', 'smallint', 'text', 'boolean', 'date', 'uuid', 'jsonb']);
/** The library's types that make a value of its cell alone. */
const CONVERTED = [ArrayType, BigIntType, DecimalType];

/** Returns how a cell becomes the value that an entity has; undefined when it is the cell itself. */
function conversionOf({ customType, customTypes }: Property): ((cell: unknown) => unknown) | undefined {
  const type = customType ?? customTypes?.[0]; // of a relation: that of its key
  if (!CONVERTED.some((known) => type instanceof known)) return undefined;
  return (cell) => (cell === null ? null : type!.convertToJSValue(cell, type!.platform!));
}

/** A relation of a plain row: finds the row among those already read before it asks for it. */
class PlainRef {
  constructor(
    private readonly reader: PlainRows,
    private readonly meta: Meta,
    readonly id: unknown,
  ) {}

  isInitialized(): boolean {
    return this.reader.seen(this.meta).has(this.id);
  }

  unwrap(): Row | undefined {
    return this.reader.seen(this.meta).get(this.id);
  }

  async load(): Promise<Row | null> {
    return this.unwrap() ?? this.reader.loader(this.meta).load(this.id);
  }

  async loadOrFail(): Promise<Row> {
    const row = await this.load();
    if (!row) throw new Error(`${this.meta.className} not found`);
    return row;
  }
}

interface Shape {
  columns: string[];
  joins: string[];
  /** Returns the row of these cells, which become it where no other table is joined. */
  make: (reader: PlainRows, cells: Cells) => Row;
}
export type Fill = (row: Row, cells: Cells, reader: PlainRows) => void;

export const columnsOf = (meta: Meta) =>
  meta.props.filter(({ kind, lazy }) => (kind === 'scalar' || kind === 'm:1') && !lazy);
export const isPlain = (meta: Meta): boolean =>
  columnsOf(meta).every(
    (property) =>
      property.fieldNames.length === 1 &&
      property.persist !== false &&
      !property.formula &&
      (property.kind === 'm:1'
        ? !property.eager || isPlain(property.targetMeta!)
        : AS_READ.has(property.columnTypes[0]!) ||
          property.columnTypes[0]!.startsWith('timestamptz') ||
          conversionOf(property) !== undefined),
  );

/** Whether a property is one of a row; `fields`: those that are read, undefined for all. The key of a row is always read. */
const isRead = ({ name, primary }: Property, fields: readonly string[] | undefined): boolean =>
  !fields || primary || fields.includes(name);

/** Returns a prototype of rows without the values of these properties, which are wrong as undefined: it throws. */
function partOf(prototype: object, meta: Meta, missing: readonly Property[]): object {
  const unread = missing.map(({ name }): [string, PropertyDescriptor] => {
    const get = () => {
      throw new Error(`${meta.className}.${name} was not read`);
    };
    return [name, { get }];
  });
  return Object.create(prototype, Object.fromEntries(unread)) as object;
}

const prototypes = new WeakMap<Meta, object>();
/** Returns the entity's prototype with plain properties in place of those with which the library tracks changes. */
export function prototypeOf(meta: Meta): object {
  let prototype = prototypes.get(meta);
  if (!prototype) {
    const value = { value: undefined, writable: true, configurable: true };
    const own = meta.props.filter(({ fieldNames, kind }) => fieldNames || kind !== 'scalar');
    prototype = Object.create(meta.prototype, Object.fromEntries(own.map(({ name }) => [name, value]))) as object;
    prototypes.set(meta, prototype);
  }
  return prototype;
}

/** Returns how the key of a row is made: what its primary property holds. */
function keyOf(primary: { property: Property; cell: string }[]): (row: Cells) => unknown {
  const [{ property, cell }, ...others] = primary as [(typeof primary)[0], ...typeof primary];
  if (others.length > 0) return (row) => primary.map((one) => String(row[one.cell])).join();
  const converted = conversionOf(property);
  return converted ? (row) => converted(row[cell]) : (row) => row[cell];
}

function relation(
  property: Property,
  cell: string,
  alias: string,
  wanted: boolean,
  into: Pick<Shape, 'columns' | 'joins'>,
): Fill {
  const { name, ref, eager, targetMeta, fieldNames } = property;
  const target = targetMeta!;
  const converted = conversionOf(property) ?? ((id: unknown) => id);
  let join: Shape | undefined;
  let joinedKey = '';
  if (wanted || eager) {
    const at = `t${into.joins.length + 1}`;
    into.joins.push(` left join "${target.tableName}" ${at} on ${at}."id" = ${alias}."${fieldNames[0]}"`);
    joinedKey = `c${into.columns.length}`;
    join = makeShape(target, [], into);
  }
  return (row, cells, reader) => {
    const id = converted(cells[cell]);
    const joined = join && cells[joinedKey] !== null ? join.make(reader, cells) : null;
    row[name] = id === null ? null : ref ? new PlainRef(reader, target, id) : joined;
  };
}

/** Whether a property has its cell for its value. */
const isCell = (property: Property): boolean =>
  property.kind === 'scalar' && AS_READ.has(property.columnTypes[0]!) && !conversionOf(property);

function fillOf(property: Property, cell: string): Fill {
  const { name } = property;
  const converted = conversionOf(property);
  if (converted) return (row, cells) => void (row[name] = converted(cells[cell]));
  if (!property.columnTypes[0]!.startsWith('timestamptz')) return (row, cells) => void (row[name] = cells[cell]);
  return (row, cells, reader) => {
    row[name] = cells[cell] === null ? null : reader.parseDate(cells[cell] as string);
  };
}

/** A relation of a row whose columns were not all read refers to its row, and does not hold it. */
export const thinFill = (property: Property, cell: string): Fill =>
  property.kind === 'm:1' && property.ref
    ? relation({ ...property, eager: false }, cell, '', false, { columns: [], joins: [] })
    : property.kind === 'm:1'
      ? () => undefined
      : fillOf(property, cell);

function makeShape(
  meta: Meta,
  populate: string[],
  into: Pick<Shape, 'columns' | 'joins'>,
  fields?: readonly string[],
): Shape {
  const isRoot = into.columns.length === 0;
  const alias = `t${into.joins.length}`;
  const primary: { property: Property; cell: string }[] = [];
  const [read, missing] = [true, false].map((is) => columnsOf(meta).filter((one) => isRead(one, fields) === is));
  const fills = read!.map((property) => {
    // A row of one table is its cells, under the names of its properties.
    const cell = isRoot ? property.name : `c${into.columns.length}`;
    into.columns.push(`${alias}."${property.fieldNames[0]}" as "${cell}"`);
    if (property.primary) primary.push({ property, cell });
    const fill =
      property.kind === 'm:1'
        ? relation(property, cell, alias, populate.includes(property.name), into)
        : fillOf(property, cell);
    return { fill, isDone: isCell(property) };
  });
  const prototype = fields ? partOf(prototypeOf(meta), meta, missing!) : prototypeOf(meta);
  const rowKey = keyOf(primary);
  const isAlone = isRoot && into.joins.length === 0;
  const all = (isAlone ? fills.filter(({ isDone }) => !isDone) : fills).map(({ fill }) => fill);
  const make = (reader: PlainRows, cells: Cells): Row => {
    const seen = fields ? new Map<unknown, Row>() : reader.seen(meta); // a part is no row for others
    const key = rowKey(cells);
    const known = seen.get(key);
    // Not a copy: to add a property to an object costs more than to receive it (decisions/131).
    const row = known ?? ((isAlone ? Object.setPrototypeOf(cells, prototype) : Object.create(prototype)) as Row);
    if (!known) seen.set(key, row);
    // A row read again keeps its values; its relations may be joined now.
    for (const fill of all) fill(known ? {} : row, cells, reader);
    return row;
  };
  return { ...into, make };
}

/** Shapes that are kept of a table: clients choose the properties. */
const MAX_SHAPES = 100;
const shapes = new WeakMap<Meta, Map<string, Shape>>();
/**
 * Returns how a table's rows are read together with some of their relations, or only with these of their own properties;
 * made once.
 */
export function shapeOf(meta: Meta, populate: string[], fields?: readonly string[]): Shape {
  let known = shapes.get(meta);
  if (!known) shapes.set(meta, (known = new Map()));
  const key = `${populate.join()} ${fields?.join() ?? '*'}`;
  let shape = known.get(key);
  if (shape) return shape;
  if (known.size >= MAX_SHAPES) known.clear();
  known.set(key, (shape = makeShape(meta, populate, { columns: [], joins: [] }, fields)));
  return shape;
}
