import type { DecodedICode, ICodeCodec, ICodeError } from './icode.codec.ts';
import { misfitOf } from './icode-limits.ts';
import { ic1Codec } from './ic1.codec.ts';
import { vendor16Codec } from './vendor16.codec.ts';

/** The error code reported at `codes.{n}.icode`; also the key of its message. */
export type ICodeErrorCode = `icode.${ICodeError}`;

export type RegistryResult =
  | { ok: true; codec: string; codecVersion: number; figures: DecodedICode }
  | { ok: false; error: ICodeError; code: ICodeErrorCode };

export interface ICodeRegistry {
  /**
   * The figures of a code and the codec that read it, or the most specific of the refusals. A code whose figures
   * contradict each other is refused as `range`.
   */
  decode(serial: string, code: string): Promise<RegistryResult>;
}

/** Codecs that configuration can name. Add a vendor's codec here. */
const BUILT_IN: readonly ICodeCodec[] = [ic1Codec];

// A failed check is more specific than a wrong length, and impossible content is more specific than that.
const SPECIFICITY: readonly ICodeError[] = ['format', 'unsupported', 'check', 'range'];

/** One in 97 mistyped codes passes the check digits. Most of those have figures that no nights can have together. */
const isPossible = ({ period, ...figures }: DecodedICode): boolean =>
  misfitOf({ icodePeriod: period, ...figures }) === null;

/**
 * Returns a registry that tries the named codecs in this order; the first that can read a code wins. Throws for an
 * unknown or repeated name, so that a wrong setting stops the start.
 */
export function createICodeRegistry(
  ids: readonly string[],
  available: readonly ICodeCodec[] = BUILT_IN,
): ICodeRegistry {
  const configured = ids.map((id) => {
    const codec = available.find((candidate) => candidate.id === id);
    if (!codec) throw new Error(`Unknown iCode codec "${id}". Known: ${available.map((known) => known.id).join(', ')}`);
    return codec;
  });
  if (new Set(ids).size < ids.length) throw new Error(`iCode codecs are named twice: ${ids.join(', ')}`);
  const codecs = [...configured, vendor16Codec];

  return {
    async decode(serial, code) {
      let error: ICodeError = 'format';
      for (const codec of codecs) {
        const result = await codec.decode(serial, code);
        if (result.ok && isPossible(result.figures))
          return { ok: true, codec: codec.id, codecVersion: codec.version, figures: result.figures };
        const refused = result.ok ? 'range' : result.error;
        if (SPECIFICITY.indexOf(refused) > SPECIFICITY.indexOf(error)) error = refused;
      }
      return { ok: false, error, code: `icode.${error}` };
    },
  };
}
