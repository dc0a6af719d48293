import { onAnswered } from '../../lib/answered.ts';
import { withTimeout } from '../../lib/http.ts';
import { reach } from '../../lib/reach.ts';
import { expiryOfRequest, isSessionOver, sessionExpired } from '../../lib/sessionGuard.ts';
import { openActivityChannel } from '../../lib/userActivity.ts';

/** Milliseconds between two keep-alives (document 001, section 9). */
const throttleMs = 2000;
/** Seconds before the end of a session in which the user is asked. */
const warningSeconds = 120;
/** Milliseconds before a question that got no answer is repeated. */
const retryMs = 5000;

/** The end of the session is near. */
export interface Ending {
  /** In milliseconds of this computer's clock. */
  at: number;
  /** Whether the user can stay: false at the end of the 12 hours that a session lasts. */
  extendable: boolean;
}

interface TimeLeft {
  /** Null without a session. */
  seconds_left: number | null;
  extendable: boolean;
}

/** Asks the server how long the session lasts. The question does not keep an idle session alive. */
async function timeLeft(): Promise<TimeLeft> {
  const answer = await withTimeout(reach, retryMs)('/csrf-token', {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    credentials: 'same-origin',
  });
  if (!answer.ok) throw new Error(`The session could not be asked for: ${answer.status}`);
  return (await answer.json()) as TimeLeft;
}

/**
 * Keeps the token alive after successful calls and watches the end of the session (decisions/060): the server's clock
 * decides, this page only knows when to ask. `show` gets the end when it is near, and null when it is not. Returns the
 * function that ends the watch.
 */
export function watchSession(show: (ending: Ending | null) => void): () => void {
  let isStopped = false;
  let isNear = false;
  let endsAt = Infinity;
  let question: ReturnType<typeof setTimeout> | undefined;
  let keepAlive: ReturnType<typeof setTimeout> | undefined;
  let keptAliveAt = -Infinity;

  function askIn(ms: number) {
    clearTimeout(question);
    question = setTimeout(() => void ask(), ms);
  }

  /** Returns whether there is a session. */
  async function ask(): Promise<boolean> {
    const expired = expiryOfRequest(end);
    let left: TimeLeft;
    try {
      left = await timeLeft();
    } catch {
      if (isStopped) return false;
      // Without an answer nothing of the session may stay on the screen longer than the session would.
      if (Date.now() >= endsAt) expired();
      else if (endsAt < Infinity) askIn(Math.min(retryMs, endsAt - Date.now()));
      return false;
    }
    if (isStopped) return false;
    const seconds = left.seconds_left;
    if (seconds === null) expired();
    if (seconds === null) return false;
    endsAt = Date.now() + seconds * 1000;
    isNear = seconds <= warningSeconds;
    show(isNear ? { at: endsAt, extendable: left.extendable } : null);
    askIn((isNear ? seconds : seconds - warningSeconds) * 1000);
    return true;
  }

  function end() {
    clearTimeout(question);
    endsAt = Infinity;
    isNear = false;
    show(null);
    if (!isSessionOver()) sessionExpired();
  }

  function scheduleKeepAlive() {
    keepAlive ??= setTimeout(
      () => {
        keepAlive = undefined;
        keptAliveAt = Date.now();
        void ask().then((isAlive) => isAlive && channel.send('stay'));
      },
      Math.max(0, keptAliveAt + throttleMs - Date.now()),
    );
  }

  const channel = openActivityChannel((message) => {
    if (message === 'over' || isNear) void ask();
  });
  const stopListening = onAnswered(scheduleKeepAlive);
  // The timers of a hidden page and of a sleeping computer are late.
  const whenVisible = () => void (document.visibilityState === 'visible' && endsAt < Infinity && ask());
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    isStopped = true;
    clearTimeout(question);
    clearTimeout(keepAlive);
    stopListening();
    document.removeEventListener('visibilitychange', whenVisible);
    channel.close();
  };
}
