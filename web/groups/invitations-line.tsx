import { useTranslation } from 'react-i18next'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { useGroups } from './queries.ts'
import { groupsScreen } from './screens.ts'

/** Says on home that a group waits for this person's yes. */
export function InvitationsLine() {
  const { t } = useTranslation()
  const { data = [] } = useGroups()
  const invited = data.flatMap(({ invitation }) => invitation ?? [])
  const [first] = invited
  if (!first) return null
  return (
    <Note status="pending">
      {t('invited.by', { count: invited.length, email: first.invited_by })}{' '}
      <ScreenLink to={linkTo(groupsScreen)} className="bm-link bm-nowrap">
        {t('invited.show')}
      </ScreenLink>
    </Note>
  )
}
