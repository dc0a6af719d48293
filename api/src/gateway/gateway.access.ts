import { device, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const gatewayAccess: Access = {
  'POST /device/v1/nights': device,
  'POST /device/v1/sessions': device,
  'POST /device/v1/sessions/{session}/end': device,
  'POST /device/v1/settings/fetch': device,
  'POST /device/v1/settings/report': device,
  'POST /device/v1/settings/{record}/answer': device,
};
