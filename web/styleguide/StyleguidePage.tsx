import { useHydrated } from '#web/platform/useArrival.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Buttons, Choices, Chips, Editors, Fields, Files } from './Controls.tsx'
import { AlertDialog, Notices, Toasts } from './Messages.tsx'
import { Carts, Orders, Receipt, WorkshopCards } from './Orders.tsx'
import { Photos, Standing } from './Profiles.tsx'
import { DeepGround, EmptyAndAccordion, Moving, Progress, Waiting } from './Progress.tsx'

/** Every component in every state, for people who build the site. */
export default function StyleguidePage() {
  const isHydrated = useHydrated()
  return (
    <>
      <PageHeader title="Components" lead="Every part, in every state. Copy the markup from this page.">
        <ThemeSwitch />
      </PageHeader>
      <div className="section">
        <div className="page-width grid gap-l min-22">
          <Buttons />
          <Chips />
          <Fields />
          <Choices />
          <Files />
          <Editors />
          <Notices />
          <AlertDialog />
          <Toasts />
          <Moving />
          <Waiting />
          <Progress />
          <EmptyAndAccordion />
          <DeepGround />
          {/* These ask the browser how late it is, and what it keeps. */}
          {isHydrated && (
            <>
              <WorkshopCards />
              <Orders />
              <Carts />
              <Receipt />
              <Photos />
              <Standing />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function ThemeSwitch() {
  const root = () => document.documentElement
  return (
    <div className="cluster">
      <button className="button button-secondary" type="button" onClick={() => (root().dataset.theme = 'light')}>
        Light
      </button>
      <button className="button button-secondary" type="button" onClick={() => (root().dataset.theme = 'dark')}>
        Dark
      </button>
      <button className="button button-secondary" type="button" onClick={() => delete root().dataset.theme}>
        System
      </button>
      <button
        className="button button-secondary"
        type="button"
        onClick={() => (root().dir = root().dir === 'rtl' ? 'ltr' : 'rtl')}
      >
        Flip direction
      </button>
    </div>
  )
}
