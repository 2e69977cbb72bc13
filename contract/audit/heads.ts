/** How the calls about the audit trail are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const auditHeads = heads({
  AuditList: {
    name: 'AuditList',
    method: 'GET',
    path: '/staff/AuditList',
    token: 'staff',
    may: 'audit.read',
    kind: 'read',
  },
  AuditShow: {
    name: 'AuditShow',
    method: 'GET',
    path: '/staff/AuditShow',
    token: 'staff',
    may: 'audit.read',
    kind: 'read',
  },
  SealState: {
    name: 'SealState',
    method: 'GET',
    path: '/staff/SealState',
    token: 'staff',
    may: 'audit.read',
    kind: 'read',
  },
})
