/** The figures that an iCode contains. */
export interface ICodeFigures {
  /** Days covered; the last night ended on the day of collection. */
  period: number;
  /** Days of the period that met the threshold. */
  compliantDays: number;
  /** Most such days in any run of 30; 0 when the code does not contain it. */
  best30: number;
  /** Average use in minutes per day; of a code, within 2.5 minutes of the true one. */
  minutes: number;
  /** Average pressure in cmH2O; null when the code does not contain it. */
  pressure: number | null;
  /** 95th percentile of pressure in cmH2O; null when the code does not contain it. */
  p95: number | null;
  /** Apneas and hypopneas per hour. */
  ahi: number;
  /** Snores per hour. */
  sni: number;
  /** High leak, percent of the time. */
  leak: number;
}

/** Result of a decoder: the figures, and the names of those that mean "this much or more". */
export interface DecodedICode extends ICodeFigures {
  saturated: (keyof ICodeFigures)[];
}

/**
 * Why a code was refused. `format`: it does not match this codec's format. `check`: its check digits do not fit the
 * code and serial. `range`: they fit, but the content is impossible, also when its figures contradict each other. `unsupported`: a known kind of code that this
 * portal cannot read.
 */
export type ICodeError = 'format' | 'check' | 'range' | 'unsupported';

export type DecodeResult = { ok: true; figures: DecodedICode } | { ok: false; error: ICodeError };

/**
 * A plug-in that reads one kind of iCode. `id` and `version` are stored with every report it decoded. Both arguments
 * arrive normalized (see icode-reports.rules). A decoder that calls another system answers within the submission's 3000
 * ms or throws: a fault is not a refusal.
 */
export interface ICodeCodec {
  readonly id: string;
  readonly version: number;
  /** Number of digits of a code. */
  readonly length: number;
  decode(serial: string, code: string): DecodeResult | Promise<DecodeResult>;
  /** Present only when the layout is known. Throws RangeError for figures that the layout cannot contain. */
  encode?(serial: string, figures: ICodeFigures): string;
}
