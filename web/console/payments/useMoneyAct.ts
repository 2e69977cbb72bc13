/** Does one thing with money. */
export { useAct as useMoneyAct, useReadAgain as useReadMoneyAgain } from '#web/console/ui/useAct.ts'
