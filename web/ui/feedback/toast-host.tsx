import { useEffect, useState } from 'react'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyBoundary } from '../overlays/lazy-boundary.tsx'
import { onToast } from './toast.ts'

const Toasts = lazyPart(() => import('./toasts.tsx'))

/** Fetches what shows toasts once there is one. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => (wanted ? undefined : onToast(() => setWanted(true))), [wanted])
  return (
    wanted && (
      <LazyBoundary>
        <Toasts />
      </LazyBoundary>
    )
  )
}
