// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as exports from '../exports.ts'
import type * as health from '../health.ts'
import type * as openapi from '../openapi.ts'

export const ExportBegin: Call<typeof exports.ExportBegin> = /* @__PURE__ */ change('ExportBegin', 'staff')
export const ExportDownload: Call<typeof exports.ExportDownload> = /* @__PURE__ */ read('ExportDownload', 'staff')
export const ExportState: Call<typeof exports.ExportState> = /* @__PURE__ */ read('ExportState', 'staff')
export const ExportStop: Call<typeof exports.ExportStop> = /* @__PURE__ */ change('ExportStop', 'staff')
export const HealthShow: Call<typeof health.HealthShow> = /* @__PURE__ */ read('HealthShow', 'staff')
export const healthz: Call<typeof health.healthz> = /* @__PURE__ */ read('healthz', 'none', { path: '/healthz' })
export const metrics: Call<typeof health.metrics> = /* @__PURE__ */ read('metrics', 'operator', { path: '/metrics' })
export const readyz: Call<typeof health.readyz> = /* @__PURE__ */ read('readyz', 'none', { path: '/readyz' })
export const OpenApi: Call<typeof openapi.OpenApi> = /* @__PURE__ */ read('OpenApi', 'none', { path: '/api/openapi.json' })
