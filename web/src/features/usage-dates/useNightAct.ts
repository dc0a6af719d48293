import { useMemo, useState } from 'react';
import type { UserError } from '../../lib/userErrors.ts';
import {
  useCheckGiveBackNights,
  useCheckVoidNights,
  useGiveBackNights,
  useGiveBackNightsPreviewQuery,
  useVoidNights,
  useVoidNightsPreviewQuery,
} from './gql/nightVoidOperations.ts';
import type { NightAct, NightsCheck } from './nightVoidOperations.ts';

/** The nights that an act would change, those of them that the user has chosen, its dry run, and the act itself. */
export function useNightAct({ what, machineId, choice }: NightAct) {
  const isVoid = what === 'void';
  const all = { machineId, ...choice };
  const fetchPolicy = 'network-only';
  const voiding = useVoidNightsPreviewQuery({
    variables: { input: { ...all, reason: '' } },
    fetchPolicy,
    skip: !isVoid,
  });
  const giving = useGiveBackNightsPreviewQuery({ variables: { input: all }, fetchPolicy, skip: isVoid });
  const preview: NightsCheck | undefined = isVoid ? voiding.data?.checkVoidNights : giving.data?.checkGiveBackNights;
  const nights = useMemo(() => preview?.nights ?? [], [preview]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [check, checkReturn] = [useCheckVoidNights(), useCheckGiveBackNights()];
  const [act, giveBack] = [useVoidNights(), useGiveBackNights()];

  const chosen = nights.filter(({ nightId }) => !left.has(nightId));
  // All nights of an upload may be more than one request can name.
  const input =
    left.size === 0 ? all : { machineId, nights: chosen.map(({ nightId: id, version }) => ({ id, version })) };

  return {
    preview,
    problem: isVoid ? voiding.error : giving.error,
    reload: () => void (isVoid ? voiding.refetch() : giving.refetch()),
    nights,
    chosen,
    left,
    toggle: (id: string) =>
      setLeft((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    chooseAll: (isAll: boolean) => setLeft(new Set(isAll ? [] : nights.map(({ nightId }) => nightId))),
    /** Asks the server what the chosen nights would change. */
    check: (reason: string): Promise<NightsCheck> =>
      isVoid ? check({ input: { ...input, reason } }) : checkReturn({ input }),
    /** Voids the chosen nights or gives them back, as they were when `version` was answered. */
    act: (
      reason: string,
      version: NightsCheck['version'],
    ): Promise<{ result: string | null; userErrors: readonly UserError[] }> =>
      isVoid ? act({ input: { ...input, reason, version } }) : giveBack({ input: { ...input, version } }),
  };
}

export type NightActState = ReturnType<typeof useNightAct>;
