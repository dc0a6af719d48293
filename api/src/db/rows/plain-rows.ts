import { Cursor } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { rowOfEach } from '../../shared/list.ts';
import {
  cellsPage,
  flatPage,
  NotInPage,
  type FlatPage,
  type Library,
  type Part,
  type ReadCells,
} from './flat-pages.ts';
import {
  columnsOf,
  isPlain,
  prototypeOf,
  shapeOf,
  type Cells,
  type Meta,
  type Property,
  type Row,
} from './plain-shapes.ts';
import { sqlOfWhere, sqlOfOrder, type Where } from './plain-where.ts';
import type { RowReading } from '../wire/read-transaction.ts';

/** Where a manager of plain rows has them. Not in a WeakMap: see graphql/http.ts. */
const ROWS = Symbol('plain rows');
interface WithRows {
  [ROWS]: PlainRows;
}

/** The property that says whose data a row is (shared/patient-data.ts): the audit line of a page names its patients. */
const PATIENT = 'patientId';

type FindOptions = Row & { populate?: string[]; fields?: readonly string[]; limit?: number; offset?: number };

/**
 * Returns the names of the keys of a row that a page reads: its own, and its patient, who is in the audit line. What else
 * the answer shows is read with it.
 */
const keysOf = (meta: Meta): string[] =>
  columnsOf(meta)
    .filter(({ primary, name, targetMeta }) => primary || name === PATIENT || targetMeta?.tableName === 'patients')
    .map(({ name }) => name);

const isOwnColumn = (meta: Meta, name: string): boolean => columnsOf(meta).some((property) => property.name === name);

/**
 * Reads the rows of one reading transaction as plain objects of their classes, with the library's answers: the same
 * rows, properties and relations, each row once. It knows conditions on a table's own columns and relations to one row;
 * `find` returns null for everything else, which the library then reads.
 */
export class PlainRows {
  // By class: the library describes an entity and the end of a relation by different objects.
  private readonly rows = new Map<unknown, Map<unknown, Row>>();
  private ahead:
    { meta: Meta; flat: (own: string[]) => FlatPage; answers: WeakMap<object, unknown>; isAll: boolean } | undefined;
  private readonly loaders = new Map<unknown, DataLoader<unknown, Row | null>>();

  constructor(
    private readonly reading: RowReading,
    private readonly library: Library,
  ) {}

  /** The rows of a table that this transaction has read, by id. */
  seen(meta: Meta): Map<unknown, Row> {
    let rows = this.rows.get(meta.class);
    if (!rows) this.rows.set(meta.class, (rows = new Map()));
    return rows;
  }

  /**
   * Has the next page of a table read together with these parts or cells of an answer; returns the answers of its rows.
   * `isAll`: with what is asked for at the same moment, it is all that the transaction reads.
   */
  lookAhead(meta: Meta, read: Part[] | ReadCells, isAll: boolean): WeakMap<object, unknown> {
    const answers = new WeakMap<object, unknown>();
    // Not this reader, which the page would keep with its rows.
    const { library } = this;
    const flat = (own: string[]) =>
      Array.isArray(read) ? flatPage(meta, read, own, library) : cellsPage(meta, read, own);
    this.ahead = { meta, flat, answers, isAll };
    return answers;
  }

  /**
   * Returns a page of rows, each with the table's own keys (`keysOf`) and the order's properties alone, and notes their
   * answers; null when no page was announced, or when it cannot be read together.
   */
  async page(meta: Meta, where: Where, { orderBy = {}, limit, offset }: FindOptions): Promise<Row[] | null> {
    const { ahead } = this;
    this.ahead = undefined;
    const condition = sqlOfWhere(meta, where);
    const order = sqlOfOrder(meta, orderBy as Row);
    if (ahead?.meta !== meta || !condition || !order) return null;
    const sorted = [orderBy].flat().flatMap((one) => Object.keys(one as Row));
    try {
      const own = [...new Set([...keysOf(meta), ...sorted])];
      const flat = ahead.flat(own);
      const paging = ` limit ?${offset ? ' offset ?' : ''}`;
      const inner = `select ${flat.read} from "${meta.tableName}" t0${condition.sql}${order}${paging}`;
      const sent = this.reading.execute<Cells[]>(
        flat.isOneRowEach
          ? `select ${flat.columns} from "${meta.tableName}" t0 ${flat.joins.join(' ')}${condition.sql}${order}${paging}`
          : `select ${flat.columns} from (${inner}) t0 ${flat.joins.join(' ')}${order}${flat.order}`,
        [...condition.values, limit, ...(offset ? [offset] : [])],
      );
      // A count with conditions may first look their values up.
      if (ahead.isAll && condition.sql === '') this.endsNow();
      return flat.fold(await sent).map(({ cells, answer }) => {
        const row = Object.create(prototypeOf(meta)) as Row;
        for (const fill of flat.fills) fill(row, cells, this);
        ahead.answers.set(row, answer);
        return row;
      });
    } catch (error) {
      if (error instanceof NotInPage) return null;
      throw error;
    }
  }

  /** Ends the transaction with the statements that are asked for now. */
  endsNow(): void {
    this.reading.endsNow?.();
  }

  clear(): void {
    this.rows.clear();
    this.loaders.clear();
  }

  parseDate(text: string): Date {
    return this.library.parseDate(text);
  }

  /** Returns the rows of these ids if this transaction has read all of them, else null. */
  private known(meta: Meta, where: Where): Row[] | null {
    const [[name, condition] = [], ...others] = Object.entries(where);
    const ids = (condition as { $in?: unknown[] } | undefined)?.$in;
    if (others.length > 0 || meta.primaryKeys.length !== 1 || name !== meta.primaryKeys[0] || !Array.isArray(ids))
      return null;
    const rows = [...new Set(ids)].map((id) => this.seen(meta).get(id));
    return rows.every((row) => row !== undefined) ? rows : null;
  }

  /** Returns a row that a statement of its own has read; null when only the library can make it. */
  map(meta: Meta, found: Row): Row | null {
    const shape = isPlain(meta) ? shapeOf(meta, []) : null;
    if (!shape || shape.joins.length > 0) return null;
    return shape.make(
      this,
      Object.fromEntries(columnsOf(meta).map(({ name, fieldNames: [column] }) => [name, found[column!]])),
    );
  }

  /** Returns the loader of a relation's rows: those that many rows ask for are read together. */
  loader(meta: Meta): DataLoader<unknown, Row | null> {
    let loader = this.loaders.get(meta.class);
    if (!loader) {
      const key = meta.primaryKeys[0]!;
      loader = new DataLoader(async (ids) => {
        const where = { [key]: { $in: [...ids] } };
        const found =
          (await this.find(meta, where)) ?? ((await this.reading.em.find(meta.class, where as never)) as Row[]);
        return rowOfEach(ids, found, (row) => row[key]);
      });
      this.loaders.set(meta.class, loader);
    }
    return loader;
  }

  /** Returns the rows that match, or null when only the library can read them. */
  async find(meta: Meta, where: Where, options?: FindOptions): Promise<Row[] | null> {
    const known = options ? null : this.known(meta, where);
    if (known) return known;
    const { orderBy = {}, populate = [], fields, limit, offset, ...other } = options ?? {};
    if (Object.keys(other).length > 0 || !isPlain(meta)) return null;
    if (populate.some((name) => !this.isJoinable(meta, name))) return null;
    if (fields?.some((name) => !isOwnColumn(meta, name))) return null;
    const condition = sqlOfWhere(meta, where);
    const order = sqlOfOrder(meta, orderBy as Row);
    if (!condition || order === null) return null;
    const shape = shapeOf(meta, populate, fields);
    const page = `${limit === undefined ? '' : ' limit ?'}${offset ? ' offset ?' : ''}`;
    const cells = await this.reading.execute<Cells[]>(
      `select ${shape.columns.join(', ')} from "${meta.tableName}" t0${shape.joins.join('')}${condition.sql}${order}${page}`,
      [...condition.values, ...(limit === undefined ? [] : [limit]), ...(offset ? [offset] : [])],
    );
    return cells.map((row) => shape.make(this, row));
  }

  private isJoinable(meta: Meta, name: string): boolean {
    const property = meta.properties[name as never] as Property | undefined;
    return property?.kind === 'm:1' && isPlain(property.targetMeta!);
  }
}

/**
 * Returns the manager of a reading transaction: what it finds are plain rows (`PlainRows`), without the copies and the
 * bookkeeping with which the library writes changes. Everything else is the library's manager.
 */
export function plainReader(reading: RowReading, shared: EntityManager): EntityManager {
  const platform = shared.getPlatform();
  const metaOf = (entity: object) => shared.getMetadata().get(entity as never) as unknown as Meta;
  const rows = new PlainRows(reading, { parseDate: (text) => platform.parseDate(text), metaOf });
  const own = {
    [ROWS]: rows,
    async find(entity: never, where: Where, options?: FindOptions): Promise<unknown> {
      const meta = metaOf(entity);
      // With an offset it is a page of a list.
      const page = options?.offset === undefined ? null : await rows.page(meta, where, options);
      return (
        page ?? (await rows.find(meta, where, options)) ?? reading.em.find(entity, where as never, options as never)
      );
    },
    async findOne(entity: never, where: Where, options?: Row): Promise<unknown> {
      const meta = metaOf(entity);
      const entries = Object.entries(where);
      const known =
        entries.length === 1 && entries[0]![0] === meta.primaryKeys[0] && rows.seen(meta).get(entries[0]![1]);
      if (known && !options) return known;
      const found = await rows.find(meta, where, { ...options, limit: 1 });
      return found ? (found[0] ?? null) : reading.em.findOne(entity, where as never, options as never);
    },
    async findByCursor(entity: never, options: Row & { where: Where; first?: number }): Promise<unknown> {
      const { where, orderBy, first, after, last, before, includeCount } = options;
      const plain = first !== undefined && after == null && last == null && before == null && includeCount === false;
      const page = { orderBy, limit: (first ?? 0) + 1 };
      const found = plain
        ? ((await rows.page(metaOf(entity), where, page)) ?? (await rows.find(metaOf(entity), where, page)))
        : null;
      return found
        ? new Cursor(found, undefined as never, { ...options, overfetch: true } as never, metaOf(entity) as never)
        : reading.em.findByCursor(entity, options as never);
    },
    map: (entity: never, found: Row) => rows.map(metaOf(entity), found) ?? (reading.em.map(entity, found) as unknown),
    clear(): void {
      rows.clear();
      reading.em.clear();
    },
    execute: (sql: string, values?: unknown[], method?: 'all') => reading.execute(sql, values, method),
    getMetadata: (entity?: never) => (entity ? shared.getMetadata(entity) : shared.getMetadata()) as unknown,
  };
  const reader = new Proxy(shared, {
    get(_shared, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const { em } = reading;
      const value: unknown = Reflect.get(em, name, em);
      return typeof value === 'function' ? (value.bind(em) as unknown) : value;
    },
  });
  return reader;
}

/**
 * Has the next page of an entity in a reading transaction read together with these parts or cells of an answer; returns
 * the answers of its rows, or null when the transaction does not find plain rows. `isAll`: the transaction may end with
 * this page; a later statement fails with the code OVER.
 */
export function lookAhead(
  em: EntityManager,
  entity: object,
  read: Part[] | ReadCells,
  isAll = false,
): WeakMap<object, unknown> | null {
  const meta = em.getMetadata().find(entity as never) as unknown as Meta | undefined;
  return meta ? ((em as Partial<WithRows>)[ROWS]?.lookAhead(meta, read, isAll) ?? null) : null;
}

/** Returns a row of which only the key is known, and whose other properties throw; null when the transaction does not find plain rows. */
export function keyRow(em: EntityManager, entity: object, id: number): object | null {
  const meta = em.getMetadata().find(entity as never) as unknown as Meta | undefined;
  const rows = (em as Partial<WithRows>)[ROWS];
  return meta && rows && isPlain(meta) ? shapeOf(meta, [], ['id']).make(rows, { id }) : null;
}

/** Ends a reading transaction with the statements that are asked for now; a later one fails with the code OVER. */
export const endsNow = (em: EntityManager): void => (em as Partial<WithRows>)[ROWS]?.endsNow();
