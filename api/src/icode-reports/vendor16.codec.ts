import type { ICodeCodec } from './icode.codec.ts';

/**
 * Recognizes the vendor's published 16-digit codes, whose packing is not public, so that users read "not supported" and
 * not "mistyped". Only the meaning of the first digit is certain: the index of the period, 0 to 6.
 */
export const vendor16Codec: ICodeCodec = {
  id: 'vendor16',
  version: 1,
  length: 16,
  decode: (_serial, code) => ({ ok: false, error: /^[0-6][0-9]{15}$/.test(code) ? 'unsupported' : 'format' }),
};
