import type { i18n, Namespace, ParseKeys } from 'i18next';

/** Returns whether the texts have this key. For a key made of what the server sent: a newer server may send more. */
export function isTextKey<N extends Extract<Namespace, string>>(
  translator: i18n,
  namespace: N,
  key: string,
): key is ParseKeys<N> {
  return translator.exists(key, { ns: namespace });
}
