import { sealCursor } from '../src/shared/sealed-cursor.ts';
import { TEST_SECRETS } from './secrets.ts';

/** Returns a cursor with these values, as the portal of a test would make it. */
export const sealed = (values: string): string => sealCursor(TEST_SECRETS, values);
