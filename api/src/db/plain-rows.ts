import { Cursor, type EntityMetadata, type EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { conditionOf, orderOf, type Where } from './plain-where.ts';

type Meta = EntityMetadata<object>;
type Property = EntityProperty<object>;
type Row = Record<string, unknown>;
type Cells = Record<string, unknown>;

/** Column types whose value is the same in a row and in an entity. */
const AS_READ = new Set(['int', 'text', 'boolean', 'date', 'uuid']);

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
  make: (cells: Cells) => Row;
}

const columnsOf = (meta: Meta) => meta.props.filter(({ kind, lazy }) => (kind === 'scalar' || kind === 'm:1') && !lazy);
const isPlain = (meta: Meta): boolean =>
  meta.primaryKeys.length === 1 &&
  columnsOf(meta).every(
    (property) =>
      property.fieldNames.length === 1 &&
      property.persist !== false &&
      !property.formula &&
      (property.kind === 'm:1'
        ? !property.eager || isPlain(property.targetMeta!)
        : AS_READ.has(property.columnTypes[0]!) || property.columnTypes[0]!.startsWith('timestamptz')),
  );

const prototypes = new WeakMap<Meta, object>();
/** Returns the entity's prototype with plain properties in place of those with which the library tracks changes. */
function prototypeOf(meta: Meta): object {
  let prototype = prototypes.get(meta);
  if (!prototype) {
    const value = { value: undefined, writable: true, configurable: true };
    const own = meta.props.filter(({ fieldNames, kind }) => fieldNames || kind !== 'scalar');
    prototype = Object.create(meta.prototype, Object.fromEntries(own.map(({ name }) => [name, value]))) as object;
    prototypes.set(meta, prototype);
  }
  return prototype;
}

/**
 * Reads the rows of one reading transaction as plain objects of their classes, with the library's answers: the same
 * rows, properties and relations, each row once. It knows conditions on a table's own columns and relations to one row;
 * `find` returns null for everything else, which the library then reads.
 */
export class PlainRows {
  private readonly rows = new Map<Meta, Map<unknown, Row>>();
  private readonly loaders = new Map<Meta, DataLoader<unknown, Row | null>>();

  constructor(private readonly em: EntityManager) {}

  /** The rows of a table that this transaction has read, by id. */
  seen(meta: Meta): Map<unknown, Row> {
    let rows = this.rows.get(meta);
    if (!rows) this.rows.set(meta, (rows = new Map()));
    return rows;
  }

  clear(): void {
    this.rows.clear();
    this.loaders.clear();
  }

  /** Returns the loader of a relation's rows: those that many rows ask for are read together. */
  loader(meta: Meta): DataLoader<unknown, Row | null> {
    let loader = this.loaders.get(meta);
    if (!loader) {
      const key = meta.primaryKeys[0]!;
      loader = new DataLoader(async (ids) => {
        const where = { [key]: { $in: [...ids] } };
        const found = (await this.find(meta, where)) ?? ((await this.em.find(meta.class, where as never)) as Row[]);
        const byId = new Map(found.map((row) => [row[key], row]));
        return ids.map((id) => byId.get(id) ?? null);
      });
      this.loaders.set(meta, loader);
    }
    return loader;
  }

  /** Returns the rows that match, or null when only the library can read them. */
  async find(
    meta: Meta,
    where: Where,
    {
      orderBy = {},
      populate = [],
      limit,
      offset,
      ...other
    }: Row & { populate?: string[]; limit?: number; offset?: number } = {},
  ): Promise<Row[] | null> {
    if (Object.keys(other).length > 0 || !isPlain(meta)) return null;
    if (populate.some((name) => !this.isJoinable(meta, name))) return null;
    const condition = conditionOf(meta, where);
    const order = orderOf(meta, orderBy as Row);
    if (!condition || order === null) return null;
    const shape = this.shapeOf(meta, populate, { columns: [], joins: [] });
    const page = `${limit === undefined ? '' : ' limit ?'}${offset ? ' offset ?' : ''}`;
    const cells = await this.em.execute<Cells[]>(
      `select ${shape.columns.join(', ')} from "${meta.tableName}" t0${shape.joins.join('')}${condition.sql}${order}${page}`,
      [...condition.values, ...(limit === undefined ? [] : [limit]), ...(offset ? [offset] : [])],
    );
    return cells.map(shape.make);
  }

  private isJoinable(meta: Meta, name: string): boolean {
    const property = meta.properties[name as never] as Property | undefined;
    return property?.kind === 'm:1' && isPlain(property.targetMeta!);
  }

  private shapeOf(meta: Meta, populate: string[], into: Pick<Shape, 'columns' | 'joins'>): Shape {
    const alias = `t${into.joins.length}`;
    const [key] = meta.primaryKeys as string[];
    let keyCell = '';
    const fills = columnsOf(meta).map((property): ((row: Row, cells: Cells) => void) => {
      const { name } = property;
      const cell = `c${into.columns.length}`;
      into.columns.push(`${alias}."${property.fieldNames[0]}" as ${cell}`);
      if (name === key) keyCell = cell;
      if (property.kind === 'm:1') return this.relation(property, cell, alias, populate.includes(name), into);
      if (property.columnTypes[0]!.startsWith('timestamptz')) {
        const platform = this.em.getPlatform();
        return (row, cells) => {
          row[name] = cells[cell] === null ? null : platform.parseDate(cells[cell] as string);
        };
      }
      return (row, cells) => {
        row[name] = cells[cell];
      };
    });
    const prototype = prototypeOf(meta);
    const seen = this.seen(meta);
    const make = (cells: Cells): Row => {
      const known = seen.get(cells[keyCell]);
      const row = known ?? (Object.create(prototype) as Row);
      if (!known) seen.set(cells[keyCell], row);
      // A row read again keeps its values; its relations may be joined now.
      for (const fill of fills) fill(known ? {} : row, cells);
      return row;
    };
    return { ...into, make };
  }

  private relation(
    { name, ref, eager, targetMeta, fieldNames }: Property,
    cell: string,
    alias: string,
    wanted: boolean,
    into: Pick<Shape, 'columns' | 'joins'>,
  ): (row: Row, cells: Cells) => void {
    const target = targetMeta!;
    let join: Shape | undefined;
    let joinedKey = '';
    if (wanted || eager) {
      const at = `t${into.joins.length + 1}`;
      into.joins.push(` left join "${target.tableName}" ${at} on ${at}."id" = ${alias}."${fieldNames[0]}"`);
      joinedKey = `c${into.columns.length}`;
      join = this.shapeOf(target, [], into);
    }
    return (row, cells) => {
      const id = cells[cell];
      const joined = join && cells[joinedKey] !== null ? join.make(cells) : null;
      row[name] = id === null ? null : ref ? new PlainRef(this, target, id) : joined;
    };
  }
}

/**
 * Returns the manager of a reading transaction: what it finds are plain rows (`PlainRows`), without the copies and the
 * bookkeeping with which the library writes changes. Everything else is the library's manager.
 */
export function plainReader(em: EntityManager): EntityManager {
  const rows = new PlainRows(em);
  const metaOf = (entity: never) => em.getMetadata().get(entity) as unknown as Meta;
  const own = {
    find: async (entity: never, where: Where, options?: Row) =>
      (await rows.find(metaOf(entity), where, options)) ?? em.find(entity, where as never, options as never),
    async findOne(entity: never, where: Where, options?: Row): Promise<unknown> {
      const meta = metaOf(entity);
      const entries = Object.entries(where);
      const known =
        entries.length === 1 && entries[0]![0] === meta.primaryKeys[0] && rows.seen(meta).get(entries[0]![1]);
      if (known && !options) return known;
      const found = await rows.find(meta, where, { ...options, limit: 1 });
      return found ? (found[0] ?? null) : em.findOne(entity, where as never, options as never);
    },
    async findByCursor(entity: never, options: Row & { where: Where; first?: number }): Promise<unknown> {
      const { where, orderBy, first, after, last, before, includeCount } = options;
      const plain = first !== undefined && after == null && last == null && before == null && includeCount === false;
      const found = plain ? await rows.find(metaOf(entity), where, { orderBy, limit: first + 1 }) : null;
      return found
        ? new Cursor(found, undefined as never, { ...options, overfetch: true } as never, metaOf(entity) as never)
        : em.findByCursor(entity, options as never);
    },
    clear(): void {
      rows.clear();
      em.clear();
    },
  };
  return new Proxy(em, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
