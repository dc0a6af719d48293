import type { Request } from 'express';
import { getOperationAST, GraphQLError, Kind, parse, type DocumentNode } from 'graphql';
import { receiveParts, type StoredUpload } from '../rest/upload.ts';
import { BadRequest } from '../shared/errors.ts';
import type { ReceivedFiles } from '../shared/file-store.ts';
import { isRecord } from '../shared/record.ts';
import { SentFile } from '../shared/sent-file.ts';
import { MAX_TOKENS } from './limits.ts';

/** The mutation that takes files, and how they are received. No other operation takes a form. */
export interface TakesFiles {
  mutation: string;
  files: Omit<StoredUpload, 'field'>;
}

/** What Apollo gets of a request. */
export interface OperationBody {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
}

/** Bytes of `operations` and of `map`. */
const MAX_FIELD = 65_536;

const bad = (message: string) => new BadRequest(400, message);
function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`The field ${name} is not valid JSON.`);
  }
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw bad(error.message);
  }
}

/** Returns the operation of a form. Throws 400 unless it is one mutation of one field, which takes files. */
function operationOf(text: string, mutation: string): OperationBody {
  const sent = json('operations', text);
  if (Array.isArray(sent)) throw bad('A form has one operation; a list of operations is not supported.');
  if (!isRecord(sent) || typeof sent.query !== 'string') throw bad('The field operations has no query.');
  const { query, variables = {}, operationName = null } = sent;
  if (!isRecord(variables)) throw bad('The variables of the field operations are not an object.');
  if (operationName !== null && typeof operationName !== 'string') throw bad('The operationName is not a text.');
  const operation = getOperationAST(parsed(query), operationName);
  if (!operation) throw bad('The query has several operations, or not the one that operationName names.');
  const [field, ...others] = operation.selectionSet.selections;
  if (others.length > 0 || field?.kind !== Kind.FIELD || field.name.value !== mutation)
    throw bad(`A form with files is taken for the mutation ${mutation} alone; send other operations as JSON.`);
  return { query, variables, operationName };
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Puts a file in the place of the null at a path of the operations: `variables.input.files.0`. Throws 400 without one. */
function putAt({ variables }: OperationBody, path: unknown, file: SentFile): void {
  const [first, ...names] = String(path).split('.');
  const last = names.pop() ?? '';
  const parent = first === 'variables' ? names.reduce(valueAt, variables as unknown) : null;
  if (valueAt(parent, last) !== null)
    throw bad(`The map names ${String(path).slice(0, 200)}, which is not null in the operations.`);
  (parent as Record<string, unknown>)[last] = file;
}

/** Returns the files that a map announces, by the names of their parts. Throws 400 unless each has one variable. */
function announced(text: string, body: OperationBody): Map<string, SentFile> {
  const map = json('map', text);
  if (!isRecord(map)) throw bad('The field map is not an object.');
  return new Map(
    Object.entries(map).map(([part, paths]) => {
      if (!Array.isArray(paths) || paths.length !== 1) throw bad('The map names exactly one variable for each file.');
      const file = new SentFile();
      putAt(body, paths[0], file);
      return [part, file];
    }),
  );
}

/**
 * Receives an operation with files by the GraphQL multipart request specification: `operations`, `map`, then the files,
 * which are written while they arrive. `check` gets the operation before the first file. Throws 400, 408, 413, 415, what
 * `check` throws, and the error of a full disk.
 */
export async function receiveOperation(
  request: Request,
  { mutation, files }: TakesFiles,
  into: ReceivedFiles,
  check: (body: OperationBody) => void,
): Promise<OperationBody> {
  let body: OperationBody | undefined;
  let waiting: Map<string, SentFile> | undefined;
  let count = 0;
  const onField = (name: string, value: string) => {
    if (name === 'operations') {
      body = operationOf(value, mutation.replace(/^Mutation\./, ''));
      check(body);
    } else if (name === 'map' && body) waiting = announced(value, body);
    else throw bad('A form begins with the fields operations and map, in this order, and has no others.');
  };
  const takes = (part: string) => {
    const file = waiting?.get(part);
    if (file) file.place = count++;
    return Boolean(file && waiting!.delete(part));
  };
  await receiveParts(request, { ...files, takes, onField, fieldBytes: MAX_FIELD }, into);
  if (!body || !waiting)
    throw bad('A form begins with the fields operations and map, in this order, and has no others.');
  if (waiting.size > 0) throw bad(`The map names ${waiting.size} files that were not sent.`);
  return body;
}
