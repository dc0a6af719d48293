/** CPU seconds of this process, and on Linux of the programs that it started and that have ended. */
export function spent(): number;
