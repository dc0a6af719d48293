import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Users', 'viewerCanListUsers'],
  writes: {
    CreateUser: 'a new user is in the list at once',
    DismissUserImport: { because: 'it puts an import away that is done or refused' },
    GenerateApiKey: 'an API key that is generated is in the list at once',
    ImportUsers: 'the users of an import are in the list when it ends',
    RegenerateApiKey: 'an API key that is regenerated is in the list at once',
    ResendUserInvitation: '%s from the menu of a row is in the list at once',
    ResendUserInvitations: '%s of selected users is in the list at once',
    ResetUserSecondFactor: '%s from the menu of a row is in the list at once',
    RevokeApiKey: 'an API key that is revoked is in the list at once',
    SetUserActive: '%s from the menu of a row is in the list at once',
    SetUserVentilatorAccess: '%s from the menu of a row is in the list at once',
    SetUsersActive: '%s of selected users is in the list at once',
    StartUserPasswordReset: { because: 'it sends a link; the old password stays until the new one is chosen' },
    sentFile: { because: 'it only checks the file of an import' },
    UnlockUser: '%s from the menu of a row is in the list at once',
    UpdateUser: 'a changed user is in the list at once',
  },
};
