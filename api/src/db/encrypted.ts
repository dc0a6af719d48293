/** A column whose values are encrypted (shared/cipher.ts), and which rows have such a value. */
export interface EncryptedColumn {
  table: string;
  column: string;
  rows?: string;
}

/** Every encrypted column, for the command that encrypts again. encrypted.test.ts compares it with the schema. */
export const ENCRYPTED: readonly EncryptedColumn[] = [
  { table: 'hand_offs', column: 'pin_cipher' },
  { table: 'machines', column: 'pin_cipher' },
  { table: 'mails', column: 'link_cipher' },
  { table: 'report_keys', column: 'private_cipher' },
  { table: 'seal_keys', column: 'key_cipher' },
  { table: 'second_factor_challenges', column: 'secret', rows: "kind = 'new-app'" },
  { table: 'second_factors', column: 'app_secret' },
  { table: 'webhook_secrets', column: 'secret_cipher' },
];
