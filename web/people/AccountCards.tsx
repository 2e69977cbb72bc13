import { AccountCard } from '#web/accounts/card/AccountCard.tsx'
import type { StandingState } from '#web/accounts/card/useStanding.ts'
import { SessionsCard } from './SessionsCard.tsx'
import { useSessions } from './useSessions.ts'

type AccountCardsProps = StandingState & { email: string; onEmail: (email: string) => void }

/** Below what people come for, so its script comes after the page's. */
export default function AccountCards(props: AccountCardsProps) {
  const sessions = useSessions()
  return (
    <>
      <SessionsCard {...sessions} />
      <AccountCard {...props} onOthersEnded={sessions.forgetOthers} />
    </>
  )
}
