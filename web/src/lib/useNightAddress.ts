import { useLocation, useNavigate } from 'react-router';
import { isoDate } from './isoDate.ts';

const parameter = 'night';

/**
 * Returns which night of a patient is open. The address of the page keeps it as ?night={YYYY-MM-DD}, so that a reload
 * and a link show it, and Back closes it. Going from night to night adds no history entries.
 */
export function useNightAddress() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();

  const addressOf = (date: string | null) => {
    const parameters = new URLSearchParams(search);
    if (date) parameters.set(parameter, date);
    else parameters.delete(parameter);
    return { search: parameters.toString(), hash };
  };
  const go = (date: string | null, replace: boolean) =>
    void navigate(addressOf(date), { replace, preventScrollReset: true });

  return {
    night: isoDate(new URLSearchParams(search).get(parameter)),
    addressOf,
    open: (date: string) => go(date, false),
    step: (date: string) => go(date, true),
    close: () => go(null, true),
  };
}
