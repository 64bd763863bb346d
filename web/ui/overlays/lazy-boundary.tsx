import { Component, type ReactNode, Suspense } from 'react'
import { PartFailed } from '../../kit/pages/part.ts'

interface Props {
  children: ReactNode
  /** Stands there until it has come. */
  waiting?: ReactNode
  /** Stands there when it did not come. */
  instead?: ReactNode
  onFailed?: (() => void) | undefined
}

/**
 * Boundary around a part that is fetched beside a page: where it does not come, as without reception, the page stays as
 * it is.
 */
export class LazyBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(failure: unknown): void {
    if (failure instanceof PartFailed) failure.forget()
    this.props.onFailed?.()
  }
  override render() {
    const { children, waiting = null, instead = null } = this.props
    return this.state.failed ? instead : <Suspense fallback={waiting}>{children}</Suspense>
  }
}
