/** The files of a card (document 001, section 5), in lower case. */
export const EXTENSIONS = ['.usr', '.idx', '.evt', '.log', '.set'] as const;

/** Files of one upload. */
export const MAX_FILES = 20;
/** Bytes of one file. */
export const MAX_FILE = 100 * 1024 * 1024;
/** Bytes of one upload. */
export const MAX_UPLOAD = 200 * 1024 * 1024;
