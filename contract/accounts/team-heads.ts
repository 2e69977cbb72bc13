/** How the calls about the team are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const teamHeads = heads({
  TeamList: {
    name: 'TeamList',
    method: 'GET',
    path: '/staff/TeamList',
    token: 'staff',
    may: 'team.read',
    kind: 'read',
  },
  InvitationSend: {
    name: 'InvitationSend',
    method: 'POST',
    path: '/staff/InvitationSend',
    token: 'staff',
    may: 'team.grant',
    stepUp: true,
    kind: 'change',
  },
  InvitationTakeBack: {
    name: 'InvitationTakeBack',
    method: 'POST',
    path: '/staff/InvitationTakeBack',
    token: 'staff',
    may: 'team.grant',
    kind: 'change',
  },
  /** The link of the letter proves the address: whoever has it is told what it is for. */
  InvitationShow: {
    name: 'InvitationShow',
    method: 'POST',
    path: '/staff/InvitationShow',
    token: 'none',
    kind: 'read',
    secrets: ['link'],
  },
  InvitationAccept: {
    name: 'InvitationAccept',
    method: 'POST',
    path: '/staff/InvitationAccept',
    token: 'none',
    kind: 'change',
    secrets: ['link', 'password'],
  },
  GrantGive: {
    name: 'GrantGive',
    method: 'POST',
    path: '/staff/GrantGive',
    token: 'staff',
    may: 'team.grant',
    stepUp: true,
    kind: 'change',
  },
  GrantRevoke: {
    name: 'GrantRevoke',
    method: 'POST',
    path: '/staff/GrantRevoke',
    token: 'staff',
    may: 'team.grant',
    stepUp: true,
    kind: 'change',
  },
  /** For somebody who lost theirs: they set up another at their next sign-in. */
  FactorReset: {
    name: 'FactorReset',
    method: 'POST',
    path: '/staff/FactorReset',
    token: 'staff',
    may: 'team.grant',
    stepUp: true,
    kind: 'change',
  },
})
