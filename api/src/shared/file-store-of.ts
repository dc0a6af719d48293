import { join } from 'node:path';
import type { Config } from './config.ts';
import { FolderStore } from './file-store-folder.ts';
import { S3Store } from './file-store-s3.ts';
import type { FileStore } from './file-store.ts';
import { S3 } from './s3.ts';

/** Returns the store of the files that users send: the configured bucket, or a folder. */
export function storeOf({ dataDir, storage }: Config): FileStore {
  const folder = new FolderStore(join(dataDir, 'uploads'));
  return storage ? new S3Store(new S3(storage), folder) : folder;
}
