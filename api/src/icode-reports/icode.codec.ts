/** The figures an iCode carries. */
export interface ICodeFigures {
  /** Days covered; the last night is the one that ended on the day of collection. */
  period: number;
  /** Days of the period that met the threshold. */
  compliantDays: number;
  /** Most such days in any run of 30. */
  best30: number;
  /** Average use, minutes a day. */
  minutes: number;
  /** Average pressure, cmH2O; null when the code carries none. */
  pressure: number | null;
  /** 95th percentile of pressure, cmH2O; null when the code carries none. */
  p95: number | null;
  /** Apnoeas and hypopnoeas per hour. */
  ahi: number;
  /** Snores per hour. */
  sni: number;
  /** High leak, percent of the time. */
  leak: number;
}

/** What a decoder reports: the figures, and which of them mean "this much or more". */
export interface DecodedICode extends ICodeFigures {
  saturated: (keyof ICodeFigures)[];
}

/**
 * Why a code was refused: `format` is not of this codec's shape, `check` its check digits do not fit the code and serial,
 * `range` they fit but the content is impossible, `unsupported` a known kind of code that nobody here can read.
 */
export type ICodeError = 'format' | 'check' | 'range' | 'unsupported';

export type DecodeResult = { ok: true; figures: DecodedICode } | { ok: false; error: ICodeError };

/**
 * A plug-in that reads one kind of iCode. `id` and `version` are stored with every report it decoded.
 * Both arguments come normalised (see icode-reports.rules). A decoder that asks another system answers within the
 * submission's 3000 ms, or throws: a fault is not a refusal.
 */
export interface ICodeCodec {
  readonly id: string;
  readonly version: number;
  /** Digits of a code. */
  readonly length: number;
  decode(serial: string, code: string): DecodeResult | Promise<DecodeResult>;
  /** Present only where the layout is known. Throws RangeError for figures that the layout cannot carry. */
  encode?(serial: string, figures: ICodeFigures): string;
}
