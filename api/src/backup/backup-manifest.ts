import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { array, number, object, string, ValidationError, type InferType } from 'yup';

/** The files of a backup besides the manifest and the copied cards. The list has the digest of each card. */
export const PARTS = { dump: 'database.dump', roles: 'roles.sql', files: 'files.sha256' } as const;
const MANIFEST = 'manifest.json';
/** Of a later form of the folder this version knows nothing. */
const FORMAT = 1;

const part = object({
  bytes: number().integer().min(0).required(),
  sha256: string()
    .matches(/^[0-9a-f]{64}$/)
    .required(),
}).required();

const manifestRules = object({
  format: number().oneOf([FORMAT]).required(),
  /** Time of the snapshot of the database. */
  takenAt: string().required(),
  version: string().required(),
  /** Names of all migrations of the database. */
  migrations: array(string().required()).min(1).required(),
  /** Major versions of PostgreSQL: of the server, and of pg_dump. */
  server: number().integer().required(),
  pgDump: number().integer().required(),
  /** The login to which the tables belong. */
  owner: string().required(),
  /** Ids of the secrets that the nodes of the database have used: parts of their hashes. */
  secrets: array(object({ kind: string().oneOf(['encryption', 'session']).required(), id: string().required() }))
    .min(1)
    .required(),
  /** A head that the chain of the audit logs must contain; null without a seal. */
  auditHead: string()
    .matches(/^\d+:[0-9a-f]{64}$/)
    .nullable()
    .defined(),
  /** Rows of each table. */
  tables: array(object({ name: string().required(), rows: number().integer().min(0).required() })).required(),
  files: object({
    count: number().integer().min(0).required(),
    bytes: number().integer().min(0).required(),
  }).required(),
  parts: object({ dump: part, roles: part, files: part }).required(),
});

/** What a backup says of itself: no secret, and no row. */
export type Manifest = InferType<typeof manifestRules>;
export type Part = keyof typeof PARTS;

/** Returns the size and the SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes the manifest, durably. It is written last: a folder without one is a backup that did not end. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const handle = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the manifest of a backup. Throws when there is none, or another one. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${folder} has no ${MANIFEST}: it is no backup, or one that did not end.`, { cause: error });
  });
  try {
    return manifestRules.validateSync(JSON.parse(text), { strict: true });
  } catch (error) {
    if (!(error instanceof ValidationError) && !(error instanceof SyntaxError)) throw error;
    throw new Error(`${MANIFEST} is not one of this version: ${error.message}.`, { cause: error });
  }
}

/** Throws when a part of a backup is missing, or is not as it was written. */
export async function assertParts(folder: string, manifest: Manifest): Promise<void> {
  for (const name of Object.keys(PARTS) as Part[]) {
    const found = await digestOf(join(folder, PARTS[name])).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Error(`The backup has no ${PARTS[name]}.`, { cause: error });
    });
    if (found.sha256 !== manifest.parts[name].sha256)
      throw new Error(`${PARTS[name]} is not as it was written: its digest differs from that of the manifest.`);
  }
}
