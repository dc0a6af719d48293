import { configure, getConfig } from '@testing-library/react';

const { setTimeout: later } = window;
const pending = new Map<number, FrameRequestCallback>();
let last = 0;

/**
 * Runs animation frames as soon as nothing else is to do, and makes each wait of Testing Library (`findBy…`, `waitFor`,
 * an action of the user) end after the frames that it caused. Components move the focus in a frame. Without this, a test
 * that types at once writes into the wrong field on a busy machine.
 */
export function waitForFrames(): void {
  window.requestAnimationFrame = (callback) => {
    last += 1;
    const id = last;
    pending.set(id, callback);
    later(() => {
      const run = pending.get(id);
      pending.delete(id);
      run?.(performance.now());
    }, 0);
    return id;
  };
  window.cancelAnimationFrame = (id) => void pending.delete(id);

  const { asyncWrapper } = getConfig();
  configure({
    async asyncWrapper(action) {
      const result = await asyncWrapper(action);
      // A frame may ask for the next one. An animation without an end must not keep the test.
      for (let frame = 0; frame < 4 && pending.size > 0; frame++) await new Promise((done) => later(done, 0));
      return result;
    },
  });
}
