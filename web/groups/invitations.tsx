import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Group } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { linkTo } from '../kit/routing/address.ts'
import { useGo } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { StatusShape } from '../ui/status/status-shape.tsx'
import classes from './groups.module.css'
import { SIGHT_READS } from './queries.ts'
import { groupScreen } from './screens.ts'

function Incoming({ id, invitation }: { id: number; invitation: NonNullable<Group['invitation']> }) {
  const { t } = useTranslation('groups')
  const { time_zone } = useUser()
  const go = useGo()
  const accept = useApiMutation(api.acceptOwnInvitation, { refresh: SIGHT_READS })
  const decline = useApiMutation(api.declineOwnInvitation, { refresh: [api.listGroups] })
  const title = t('invitation.from', { email: invitation.invited_by })
  const failure = accept.error ?? decline.error
  const isBusy = accept.isPending || decline.isPending
  const params = { id }
  return (
    <li className={classes.incoming}>
      <StatusShape status="pending" size={20} />
      <span className="bm-grow">
        <b>{title}</b>
        <span className="bm-small bm-muted">{t(`invitation.as.${invitation.role}`)}</span>
        <span className="bm-small bm-muted">
          {t('invitation.until', { date: momentIn(invitation.expires_at, time_zone) })}
        </span>
        {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
      </span>
      <Button
        variant="default"
        aria-label={`${t('invitation.decline')}: ${title}`}
        disabled={isBusy}
        loading={decline.isPending}
        onClick={() => decline.mutate({ params })}
      >
        {t('invitation.decline')}
      </Button>
      <Button
        aria-label={`${t('invitation.join')}: ${title}`}
        disabled={isBusy}
        loading={accept.isPending}
        onClick={() => accept.mutate({ params }, { onSuccess: () => go(linkTo(groupScreen, { params })) })}
      >
        {t('invitation.join')}
      </Button>
    </li>
  )
}

/** Invitations to the person who is signed in. */
export function Invitations({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation('groups')
  const incoming = groups.flatMap(({ id, invitation }) => (invitation ? [{ id, invitation }] : []))
  if (incoming.length === 0) return null
  return (
    <ul className={classes.plain} aria-label={t('invitation.list')}>
      {incoming.map(one => (
        <Incoming key={one.invitation.id} {...one} />
      ))}
    </ul>
  )
}
