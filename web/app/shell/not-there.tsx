import { Navigate } from '@tanstack/react-router'
import { resourceIn } from '../routing/guard.ts'
import { useScreen } from './page-frame.tsx'

/** Leads to the page that says that what the address names does not exist. */
export function NotThere({ data }: { data?: unknown }) {
  const screen = useScreen()
  const resource = typeof data === 'string' ? data : resourceIn(screen?.path ?? '')
  return <Navigate to="/404" search={{ resource } as never} replace />
}
