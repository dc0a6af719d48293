import pg from 'pg';
import { isLost } from '../lost.ts';

/** What a row of a statement is made of: the same each time it runs. */
interface Shape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
const shapeOf = ({ fields, _parsers, _prebuiltEmptyResultObject }: Shape): Shape => ({
  fields,
  _parsers,
  _prebuiltEmptyResultObject,
});

/** The driver's connection, as a statement uses it. */
interface Writer {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: unknown): void;
  bind(message: unknown): void;
  describe(message: unknown): void;
  execute(message: unknown): void;
  sync(): void;
}
interface Connection extends Writer {
  stream: { cork(): void; uncork(): void; destroy(): void };
}
/** The driver's statement: it writes its messages, and reads those of the server that are its own. */
interface Statement {
  name: string | undefined;
  text: string;
  _result: Shape & { _types: unknown };
  _accumulateRows: boolean;
  prepare(connection: Writer): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
type Done = (error: Error | null, result: pg.QueryResult) => void;
// The text and not a configuration, which the driver copies property by property.
const Query = pg.Query as unknown as new (text: string, values?: unknown[], done?: Done) => Statement;

/** A connection for statements that do not end what they send, and are described only where it says so. */
class Unsynced implements Writer {
  describes = true;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;

  constructor(readonly connection: Connection) {
    this.parsedStatements = connection.parsedStatements;
    this.submittedNamedStatements = connection.submittedNamedStatements;
  }

  parse(message: unknown): void {
    this.connection.parse(message);
  }

  bind(message: unknown): void {
    this.connection.bind(message);
  }

  describe(message: unknown): void {
    if (this.describes) this.connection.describe(message);
  }

  execute(message: unknown): void {
    this.connection.execute(message);
  }

  sync(): void {}
}

/** What the groups of one connection know. `types`: the driver's readers of values. */
export class Prepared {
  /** By name. */
  readonly shapes = new Map<string, Shape>();
  #unsynced: Unsynced | undefined;

  constructor(readonly types: unknown) {}

  unsynced(connection: Connection): Unsynced {
    return (this.#unsynced ??= new Unsynced(connection));
  }
}

/** PostgreSQL's own answer to a statement behind one that failed. */
const aborted = () =>
  Object.assign(new Error('current transaction is aborted, commands ignored until end of transaction block'), {
    code: '25P02',
  });

/**
 * Statements of one connection that leave together, with one Sync, where the driver sends one for each: the server
 * answers each Sync with a write of its own. They are answered in their order. When one fails, the server skips those
 * behind it, which fail as in any aborted transaction: so a group is of one transaction, or of one statement. The rows of
 * a named statement are described once.
 */
export class StatementGroup extends Query {
  readonly #statements: Statement[] = [];
  readonly #answered: ((() => void) | undefined)[] = [];
  readonly #prepared: Prepared;
  #nth = 0;

  constructor(prepared: Prepared) {
    super('');
    this.#prepared = prepared;
  }

  /** Adds a statement; returns its result, when the whole group has run. `answered` runs at its own end. */
  add(name: string | undefined, text: string, values: unknown[], answered?: () => void): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    const statement = new Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    statement.name = name;
    statement._result._types = this.#prepared.types;
    this.#statements.push(statement);
    this.#answered.push(answered);
    return promise;
  }

  submit(connection: Connection): null {
    const unsynced = this.#prepared.unsynced(connection);
    connection.stream.cork();
    try {
      this.#write(unsynced);
    } catch {
      connection.stream.destroy(); // half a statement was written: all fail with their connection
    }
    connection.sync();
    connection.stream.uncork();
    this.#goTo(0);
    return null;
  }

  #write(unsynced: Unsynced): void {
    for (const statement of this.#statements) {
      const shape = statement.name === undefined ? undefined : this.#prepared.shapes.get(statement.name);
      if (shape) {
        Object.assign(statement._result, shape);
        statement._accumulateRows = true;
      }
      unsynced.describes = !shape;
      statement.prepare(unsynced);
    }
  }

  override handleRowDescription(message: unknown): void {
    this.#statements[this.#nth]!.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#statements[this.#nth]!.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const statement = this.#statements[this.#nth]!;
    const { name, _result: result } = statement;
    const { shapes } = this.#prepared;
    if (name !== undefined && !shapes.has(name)) shapes.set(name, shapeOf(result));
    statement.handleCommandComplete(message, connection);
    this.#answered[this.#nth]?.();
    this.#goTo(this.#nth + 1);
  }

  override handleReadyForQuery(connection: Connection): void {
    for (const statement of this.#statements) statement.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    const all = this.#statements;
    // The end of a statement outside of a transaction is its commit, which may fail too.
    const failed = Math.min(this.#nth, all.length - 1);
    for (const statement of all.slice(0, failed)) statement.handleReadyForQuery(connection);
    all[failed]!.handleError(error, connection);
    for (const statement of all.slice(failed + 1)) {
      if (statement.name !== undefined) delete connection.submittedNamedStatements[statement.name];
      statement.handleError(isLost(error) ? error : aborted(), connection);
    }
  }

  /** The driver notes what is prepared by the name and text of what runs. */
  #goTo(nth: number): void {
    this.#nth = nth;
    const statement = this.#statements[nth];
    this.name = statement?.name;
    this.text = statement?.text ?? '';
  }
}
