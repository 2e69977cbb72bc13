// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { read } from '../sent.ts'
import type * as auditAudit from '../audit/audit.ts'

export const AuditList: Call<typeof auditAudit.AuditList> = /* @__PURE__ */ read('AuditList', 'staff')
export const AuditShow: Call<typeof auditAudit.AuditShow> = /* @__PURE__ */ read('AuditShow', 'staff')
export const SealState: Call<typeof auditAudit.SealState> = /* @__PURE__ */ read('SealState', 'staff')
