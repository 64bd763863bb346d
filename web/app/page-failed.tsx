import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ReadFailed } from '../ui/error-state.tsx'

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <ReadFailed failure={error} onRetry={again} />
}
