import type { ErrorRequestHandler, Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { App } from './shared/context.ts';
import { CLIENT_GONE } from './shared/errors.ts';
import { addressOf } from './shared/network.ts';

/** The work of a closed connection has ended by then: all of its statements have 10 seconds (db/deadline.ts). */
const LEFT_MS = 12_000;

const FREED = Symbol('the place is free');

/** Frees the place of a request that has to wait for a turn of another kind: waiting is no work. */
export const freePlace = (response: Response): void => void response.emit(FREED);

/** Resolves when the answer begins: its work is done by then, however slowly the client reads. Or when its place is freed. */
function answered(response: Response): Promise<void> {
  return new Promise((resolve) => {
    // A client that goes away does not end the work that it asked for.
    const goOn = () => void setTimeout(done, LEFT_MS).unref();
    // Each answer closes: a timer for each would run for nothing.
    const done = () => {
      response.off('close', goOn);
      resolve();
    };
    // Every way to answer writes the head first; Node does it for an answer that only ends.
    const original = response.writeHead as (...args: unknown[]) => never;
    const writeHead = (...args: unknown[]) => {
      done();
      return original.apply(response, args);
    };
    response.writeHead = writeHead;
    response.once(FREED, done);
    response.once('close', goOn);
  });
}

/**
 * Hands each request on in the turn of its sender, also one whose body could not be read: a refusal costs as much as
 * another answer. A request whose client goes away before its turn is dropped.
 */
export function admitted({ admission }: App): [RequestHandler, ErrorRequestHandler] {
  const pass = async (request: Request, response: Response, next: NextFunction, error?: unknown): Promise<void> => {
    const gone = new AbortController();
    const leave = () => gone.abort(CLIENT_GONE);
    response.once('close', leave);
    const work = () => {
      response.off('close', leave);
      const answer = answered(response);
      next(error);
      return answer;
    };
    try {
      await admission.run({ headers: request.headers, ip: addressOf(admission.config, request) }, work, gone.signal);
    } catch (refusal) {
      if (!gone.signal.aborted) next(refusal);
    }
  };
  return [
    (request, response, next) => pass(request, response, next),
    (error: unknown, request: Request, response: Response, next: NextFunction) => pass(request, response, next, error),
  ];
}

/** Throws when a handler that is not one of `free` gets requests before the admission. */
export function assertAdmitted(web: Express, admission: readonly unknown[], free: readonly unknown[]): void {
  const handlers = web.router.stack.map(({ handle }) => handle);
  const early = handlers
    .slice(0, handlers.indexOf(admission[0] as RequestHandler))
    .filter((one) => !free.includes(one));
  if (!admission.every((one) => handlers.includes(one as RequestHandler)) || early.length > 0)
    throw new Error(`${early.length} handlers get requests that were not admitted (admitted.ts).`);
}
