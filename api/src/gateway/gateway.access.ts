import { device, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const gatewayAccess: Access = {
  // 400 nights of 14 figures (MAX_NIGHTS), and the clock of the device.
  'POST /device/v1/nights': { ...device, shape: { list: 400, values: 6002 } },
  'POST /device/v1/sessions': device,
  'POST /device/v1/sessions/{session}/end': device,
  'POST /device/v1/settings/fetch': device,
  'POST /device/v1/settings/report': device,
  'POST /device/v1/settings/{record}/answer': device,
};
