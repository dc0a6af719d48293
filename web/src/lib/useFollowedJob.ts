import { useEffect, useEffectEvent, useRef } from 'react';
import { useViewer } from './viewer.ts';

/** Without a realtime key there are no subscriptions. */
const pollMs = 2000;

/** A job that the server keeps for its user. */
interface FollowedJob {
  id: string;
  state: string;
}

/** The states of jobs that work or wait for it, also of the undo of one. */
const running = new Set(['WAITING', 'RUNNING', 'UNDOING']);

export const isJobRunning = (job: FollowedJob | null | undefined): boolean => running.has(job?.state ?? '');

/**
 * Follows a job until it ends: polls its query where nothing is pushed, and calls `onEnd` once for a job that was seen
 * running. Returns whether its progress is pushed: the caller subscribes then.
 */
export function useFollowedJob<Job extends FollowedJob>(
  job: Job | null,
  { startPolling, stopPolling }: { startPolling: (ms: number) => void; stopPolling: () => void },
  onEnd: (job: Job) => void,
): boolean {
  const { realtimeKey } = useViewer();
  const isRunning = isJobRunning(job);
  const wasRunning = useRef<string | null>(null);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isRunning || realtimeKey) return;
    startPolling(pollMs);
    return stopPolling;
  }, [isRunning, realtimeKey, startPolling, stopPolling]);

  useEffect(() => {
    if (isRunning) wasRunning.current = job?.id ?? null;
    if (isRunning || !job || wasRunning.current !== job.id) return;
    wasRunning.current = null;
    // Not while React draws: the toaster draws at once.
    queueMicrotask(() => end(job));
  }, [isRunning, job]);

  return isRunning && Boolean(realtimeKey);
}
