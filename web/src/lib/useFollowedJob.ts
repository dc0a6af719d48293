import { useEffect, useEffectEvent, useRef } from 'react';
import { useViewer } from './viewer.ts';

/** Without a realtime key there are no subscriptions. */
const pollMs = 2000;

/** A job that the server keeps for its user. */
interface FollowedJob {
  id: string;
  state: string;
}

export const isJobRunning = (job: FollowedJob | null | undefined): boolean =>
  job?.state === 'WAITING' || job?.state === 'RUNNING';

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
  const running = isJobRunning(job);
  const wasRunning = useRef<string | null>(null);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!running || realtimeKey) return;
    startPolling(pollMs);
    return stopPolling;
  }, [running, realtimeKey, startPolling, stopPolling]);

  useEffect(() => {
    if (running) wasRunning.current = job?.id ?? null;
    if (running || !job || wasRunning.current !== job.id) return;
    wasRunning.current = null;
    // Not while React draws: the toaster draws at once.
    queueMicrotask(() => end(job));
  }, [running, job]);

  return running && Boolean(realtimeKey);
}
