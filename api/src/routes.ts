import { sessionRoutes } from './auth/session.routes.ts';
import { complianceRoutes } from './compliance/compliance.routes.ts';
import { communicationRoutes } from './communication/communication.routes.ts';
import { iCodeReportsRoutes } from './icode-reports/icode-reports.routes.ts';
import { updateDeviceRoutes } from './device-history/update-device.routes.ts';
import { deviceHistoryRoutes } from './device-history/device-history.routes.ts';
import { deviceIndexRoutes } from './device-index/device-index.routes.ts';
import { gatewayRoutes } from './gateway/gateway.routes.ts';
import { deviceSettingsRoutes } from './device-settings/device-settings.routes.ts';
import { machinesRoutes } from './machines/machines.routes.ts';
import { organizationsRoutes } from './organizations/organizations.routes.ts';
import { patientsRoutes } from './patients/patients.routes.ts';
import { broadcastingRoutes } from './realtime/broadcasting.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import type { Route } from './rest/route.ts';

/** Every documented REST path. A feature adds its list here and its operations to the matrix. */
export const routes: Route[] = [
  ...sessionRoutes,
  ...broadcastingRoutes,
  ...organizationsRoutes,
  ...patientsRoutes,
  ...machinesRoutes,
  ...deviceIndexRoutes,
  ...deviceSettingsRoutes,
  ...deviceHistoryRoutes,
  ...updateDeviceRoutes,
  ...complianceRoutes,
  ...usersRoutes,
  ...iCodeReportsRoutes,
  ...communicationRoutes,
  ...gatewayRoutes,
];
