import { useState } from 'react';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { AddApp } from './AddApp.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { AddPhone } from './AddPhone.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const forms = { APP: AddApp, SMS: AddPhone, PASSKEY: AddPasskey };

/** Sets one factor up, then shows the recovery codes if they are new. */
export function AddFactor(props: {
  method: SecondFactorMethod;
  choosesPhone: boolean;
  doneLabel: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} doneLabel={props.doneLabel} onDone={props.onDone} />;
  const Form = forms[props.method];
  return (
    <Form
      choosesPhone={props.choosesPhone}
      onBack={props.onBack}
      onAdded={(recoveryCodes) => {
        if (recoveryCodes) setCodes(recoveryCodes);
        else props.onDone();
      }}
    />
  );
}
