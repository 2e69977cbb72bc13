import { useStore, useWholeStore } from '#web/platform/store.ts'

/** Whose things lie on this device. */
export function useOwner(): string {
  const { session } = useWholeStore()
  return useStore((state) => session.of(state).owner)
}
