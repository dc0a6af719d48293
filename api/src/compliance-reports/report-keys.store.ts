import { Context } from '../shared/context.ts';
import { newReportKey } from './report-keys.ts';

/** What the signature of a report of this transaction contains, and the key that signs it. */
export interface Signing {
  keyId: string;
  cipher: string;
  issuedAt: Date;
  issuedBy: string;
  issuedFor: string;
  auditSequence: number;
  auditHash: Buffer;
}

const SIGNING = `
  select key_id as "keyId", cipher, issued_at as "issuedAt", issued_by as "issuedBy", issued_for as "issuedFor",
         audit_sequence::int as "auditSequence", audit_hash as "auditHash" from report_signing()`;

/** Returns what the reports that the viewer issues in this transaction are signed with. Makes the first key. */
export async function signingOf(ctx: Context): Promise<Signing> {
  const [found] = await ctx.em.execute<(Omit<Signing, 'keyId' | 'cipher'> & Nullable<KeyInUse>)[]>(SIGNING);
  const { keyId, cipher, ...signing } = found!;
  const key = keyId !== null && cipher !== null ? { keyId, cipher } : await firstKey(ctx);
  return { ...signing, issuedAt: new Date(signing.issuedAt), ...key };
}

type KeyInUse = Pick<Signing, 'keyId' | 'cipher'>;
type Nullable<T> = { [K in keyof T]: T[K] | null };

/** Makes the first key in a transaction of its own: staff may not add keys. Of two nodes at once, both get the key of one. */
async function firstKey(ctx: Context): Promise<KeyInUse> {
  const jobs = Context.of(ctx.app, { kind: 'jobs' }, ctx.request.id);
  const { publicKey, cipher } = newReportKey(ctx.app.config.encryptionKey);
  const [key] = await jobs.run('write', () =>
    jobs.em.execute<KeyInUse[]>('select key_id as "keyId", cipher from add_report_key(?, ?, false)', [
      publicKey,
      cipher,
    ]),
  );
  return key!;
}

/** A public key and when it signed reports; `validUntil` is null for the key in use. */
export interface PublicReportKey {
  id: string;
  publicKey: Buffer;
  validFrom: Date;
  validUntil: Date | null;
}

/** Returns the public keys of all reports, the oldest first. */
export async function publicKeys(ctx: Context): Promise<PublicReportKey[]> {
  const keys = await ctx.asAuth('read', (em) =>
    em.execute<PublicReportKey[]>(
      `select id, public_key as "publicKey", valid_from as "validFrom", valid_until as "validUntil" from report_keys order by valid_from, id`,
    ),
  );
  return keys.map(({ validFrom, validUntil, ...key }) => ({
    ...key,
    validFrom: new Date(validFrom),
    validUntil: validUntil && new Date(validUntil),
  }));
}
