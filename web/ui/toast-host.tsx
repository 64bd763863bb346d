import { lazy, Suspense, useEffect, useState } from 'react'
import { onToast } from './toast.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

/** Fetches what shows toasts once there is one. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => (wanted ? undefined : onToast(() => setWanted(true))), [wanted])
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
