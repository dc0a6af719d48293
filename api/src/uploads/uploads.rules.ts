/** The files of a card (document 001, section 5), in lower case. */
export const EXTENSIONS = ['.usr', '.idx', '.evt', '.log', '.set'] as const;

/** Files that a card always has and of which nothing is read: waveforms, and the texts and system files next to them. */
const UNNEEDED = [
  /\.\d{3}$/, // A3900012345.000
  /^nP.?-?..\./i, // nP3-35.ENG
  /^\./, // also ._A3900012345.idx, which a Mac writes
  /^(?:thumbs\.db|desktop\.ini|wpsettings\.dat|indexervolumeguid)$/i,
];

/** Whether a file of a card, by its name without folders, is one that is never sent. */
export const isUnneeded = (name: string): boolean => UNNEEDED.some((pattern) => pattern.test(name));

/** Files of one upload. */
export const MAX_FILES = 20;
/** Bytes of one file. */
export const MAX_UPLOAD_FILE = 100 * 1024 * 1024;
/** Bytes of one upload. */
export const MAX_UPLOAD = 200 * 1024 * 1024;
