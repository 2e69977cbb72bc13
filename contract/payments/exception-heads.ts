/** How the calls about payments that need a person are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const exceptionHeads = heads({
  ExceptionsList: {
    name: 'ExceptionsList',
    method: 'GET',
    path: '/staff/ExceptionsList',
    token: 'staff',
    may: 'finance.read',
    kind: 'read',
  },
  ExceptionShow: {
    name: 'ExceptionShow',
    method: 'GET',
    path: '/staff/ExceptionShow',
    token: 'staff',
    may: 'finance.read',
    kind: 'read',
  },
  /** One of its ways asks the bank, whose password only the payment service has. */
  ExceptionResolve: {
    name: 'ExceptionResolve',
    method: 'POST',
    path: '/payments/ExceptionResolve',
    token: 'staff',
    may: 'exceptions.resolve',
    stepUp: true,
    kind: 'change',
    runs: 'steps',
    priority: 'paying',
  },
  BankAsk: {
    name: 'BankAsk',
    method: 'POST',
    path: '/payments/BankAsk',
    token: 'staff',
    may: 'exceptions.resolve',
    kind: 'change',
    runs: 'steps',
    priority: 'paying',
  },
})
