import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads to the page that says what is not there. */
export function Missing({ resource }: { resource: 'device' | 'location_research' }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/404', search: { resource } as never, replace: true })
  }, [navigate, resource])
  return null
}
