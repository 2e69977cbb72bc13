import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { openEpg } from './epg.ts'
import type { Gateway } from './gateway.ts'
import { openSandbox, type SandboxOptions } from './sandbox.ts'

/** The gateway of the settings; `config` has made sure that nothing is missing where payments are made. */
export function openGateway({ config, log, ...sandbox }: SandboxOptions & { config: Config; log: Logger }): Gateway {
  if (!config.SERVICES.includes('payments')) return closedGateway(config.PAYMENT_PROVIDER)
  if (config.PAYMENT_PROVIDER === 'sandbox') return openSandbox(sandbox)
  const { EPG_URL = '', EPG_CUSTOMER = '', EPG_STORE = '', EPG_TERMINAL = '' } = config
  return openEpg({
    url: EPG_URL,
    customer: EPG_CUSTOMER,
    store: EPG_STORE,
    terminal: EPG_TERMINAL,
    username: config.EPG_USERNAME ?? '',
    password: config.EPG_PASSWORD ?? '',
    portals: config.EPG_PORTALS,
    log,
  })
}

/** For a process that is not the payment service: it has no password of the bank, and nothing follows from what it is told. */
function closedGateway(name: string): Gateway {
  const silent = async () => ({ kind: 'unknown', why: 'this process is not the payment service' }) as const
  return {
    name,
    portals: [],
    register: silent,
    readReturn: () => ({ transactionId: undefined }),
    finalize: silent,
    status: silent,
    reverse: silent,
    refund: silent,
    refundStatus: silent,
    captures: async () => undefined,
  }
}
