import { Redirect } from '../../kit/routing/link.tsx'
import { notFound, RESOURCES } from '../../kit/routing/not-found.ts'
import { useScreen } from './page-frame.tsx'

/** Leads to the page that says that what the address names does not exist. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const screen = useScreen()
  return <Redirect to={notFound(RESOURCES.find(one => one === data) ?? screen?.names)} />
}
