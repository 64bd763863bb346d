import { Component, type ReactNode, Suspense } from 'react'
import { type FirstRender, FirstRenderContext } from '../../kit/first-paint/first-render.ts'
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
 * it is. Begins after a first screen of the server has been hydrated: what the part reads may have come by then, which the
 * server did not have.
 */
export class LazyBoundary extends Component<Props, { failed: boolean }> {
  static override contextType = FirstRenderContext
  declare context: FirstRender | null
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(failure: unknown): void {
    if (failure instanceof PartFailed) failure.forget()
    this.props.onFailed?.()
  }
  override render() {
    const { children, waiting = null, instead = null } = this.props
    if (this.context) return waiting
    return this.state.failed ? instead : <Suspense fallback={waiting}>{children}</Suspense>
  }
}
