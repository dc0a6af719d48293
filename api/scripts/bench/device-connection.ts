import { runningNight } from '../../src/gateway/gateway-clock.ts';
import type { SimulatedMachine } from '../simulate/machines.ts';

/**
 * Makes one whole connection of a device: session, fetch, the current night, end. Returns the result of the night. Throws
 * when one of the requests failed.
 */
export async function connectWithNight(
  origin: string,
  authorization: string,
  machine: SimulatedMachine,
): Promise<string> {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${origin}/device/v1${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const time = new Date().toISOString();
  const night = runningNight(time, new Date(time));
  const { iccid } = machine;
  const { session } = await post<{ session: number }>('/sessions', {
    iccid,
    terminal_type: iccid === null ? 2 : 1,
    device_time: time,
  });
  await post('/settings/fetch', {});
  const nights = [{ night, minutes: 400, record_no: 9000, sessions: 2, ahi: 2.1, pressure: 9, p95: 11, leak: 3 }];
  const [outcome] = await post<{ result: string }[]>('/nights', { device_time: time, nights });
  await post(`/sessions/${session}/end`, { exit_flag: 'normal' });
  return outcome!.result;
}
