/** Does one thing with money. */
import type { OperationName } from '#web/console/call.ts'
import { useAct, useReading } from '#web/console/ui/useAct.ts'

const telling: readonly OperationName[] = [
  'FinanceToday',
  'FinanceRule',
  'OfflineList',
  'OfflineShow',
  'OrderMoney',
  'RefundsList',
  'LedgerList',
  'ClosingPreview',
  'ClosingsList',
  'ExceptionsList',
  'ExceptionShow',
]

export const useReadMoneyAgain = (): (() => void) => useReading(telling)

export const useMoneyAct = <Name extends OperationName>(name: Name) => useAct(name, telling)
