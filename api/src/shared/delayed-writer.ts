import { during } from './work.ts';

/** Writes what requests leave in memory, outside of them: one write at a time, and again while something waits. */
export abstract class DelayedWriter {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  /** `operation`: its name in traces. `againMs`: milliseconds until what still waits is written again. */
  protected constructor(
    private readonly operation: string,
    private readonly againMs: number,
  ) {}

  protected abstract get isWaiting(): boolean;
  /** Writes what waits, and keeps what the database does not take. Never throws. */
  protected abstract write(): Promise<void>;

  /** Writes what waits. Ends early when the database does not take it; it waits on. */
  async flush(): Promise<void> {
    await this.writing;
    // It is the work of many requests, and not of the one whose timer runs it.
    this.writing ??= during({ operation: this.operation }, () => this.write()).finally(() => {
      this.writing = undefined;
      if (this.isWaiting) this.later(this.againMs);
    });
    await this.writing;
  }

  /** Has it written in `ms`, unless that is planned already. */
  protected later(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, ms).unref();
  }

  /** Ends the wait for the next write. */
  protected stop(): void {
    clearTimeout(this.timer);
  }
}
