import { Component, type ReactNode } from 'react'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

type Props = { children: ReactNode }

/** The last net: says what failed, by name, and offers a fresh start. */
export class ErrorBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <EmptyPage title="This page did not load">
        <p className="lead">Check your connection, then try again. Nothing you sent has been lost.</p>
        <button className="button button-primary" type="button" onClick={() => location.reload()}>
          Try again
        </button>
        <p className="small soft">
          <code>{error.message}</code>
        </p>
      </EmptyPage>
    )
  }
}
