export interface AddingProps {
  /** Called when the factor is set up, with recovery codes if they are new. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onBack: () => void;
  /** Whether the user chooses the phone that receives codes; otherwise it is that of their account. */
  choosesPhone: boolean;
}
