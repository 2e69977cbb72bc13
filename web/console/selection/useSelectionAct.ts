/** Does one thing to the review of an event. */
export { useAct as useSelectionAct, useReadAgain } from '#web/console/ui/useAct.ts'
