import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group, GroupMember } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation, useRead } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { Note } from '../ui/feedback/note.tsx'
import { Confirm } from '../ui/overlays/confirm.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './groups.module.css'
import { LongList } from './long-list.tsx'
import { membersRead, PEOPLE_READS } from './queries.ts'

const useSeen = () => {
  const { t } = useTranslation('groups')
  const { time_zone } = useUser()
  return ({ last_seen_at }: GroupMember): string | null =>
    last_seen_at === null ? null : t('last_seen', { date: momentIn(last_seen_at, time_zone) })
}

function RoleOf({ groupId, member }: { groupId: number; member: GroupMember }) {
  const { t } = useTranslation('groups')
  const change = useApiMutation(api.changeGroupRole, { refresh: PEOPLE_READS })
  if (member.user_id === null) return null
  const params = { id: groupId, user_id: member.user_id }
  if (member.gives.length === 0) return <span className="bm-tag">{t(`role.${member.role}`)}</span>
  return (
    <>
      <Select
        className={classes.role}
        aria-label={t('role_of', { name: member.name })}
        allowDeselect={false}
        disabled={change.isPending}
        value={member.role}
        data={member.gives.map(value => ({ value, label: t(`role.${value}`) }))}
        onChange={value => {
          const role = member.gives.find(one => one === value)
          if (role && role !== member.role) change.mutate({ params, body: { role } })
        }}
      />
      {change.error && <Note status="act_now">{change.error.message || t('failed')}</Note>}
    </>
  )
}

function RemoveDialog({ groupId, member, onClose }: { groupId: number; member: GroupMember; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const remove = useApiMutation(api.removeGroupMember, { refresh: PEOPLE_READS })
  const name = member.name ?? ''
  return (
    <Confirm
      opened
      title={t('remove.title', { name })}
      action={t('remove.action')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('failed'))}
      onConfirm={() => remove.mutate({ params: { id: groupId, user_id: member.user_id ?? 0 } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('remove.text', { name })}</p>
    </Confirm>
  )
}

function Member({ groupId, member }: { groupId: number; member: GroupMember }) {
  const { t } = useTranslation('groups')
  const own = useUser().id === member.user_id
  const seen = useSeen()(member)
  const [asks, setAsks] = useState(false)
  return (
    <li className={classes.line}>
      <span className={classes.who}>
        <span>
          <b>{member.name}</b>
          {own && <span className="bm-muted"> {t('you')}</span>}
        </span>
        {member.email !== null && <span className="bm-small bm-muted">{member.email}</span>}
        {seen !== null && <span className="bm-small bm-muted">{seen}</span>}
      </span>
      <RoleOf groupId={groupId} member={member} />
      {!own && member.may.includes('delete') && (
        <button type="button" className="bm-link" onClick={() => setAsks(true)}>
          {t('remove.action')}
          <span className="bm-hidden"> {member.name}</span>
        </button>
      )}
      {asks && <RemoveDialog groupId={groupId} member={member} onClose={() => setAsks(false)} />}
    </li>
  )
}

const SHAPE = {
  waiting: 'pending',
  expired: 'stale',
  declined: 'no_data',
  accepted: 'good',
  revoked: 'no_data',
} as const

function Invited({ groupId, member }: { groupId: number; member: GroupMember }) {
  const { t } = useTranslation('groups')
  const { time_zone } = useUser()
  const again = useApiMutation(api.inviteToGroup, { refresh: PEOPLE_READS })
  const revoke = useApiMutation(api.revokeInvitation, { refresh: PEOPLE_READS })
  const { invitation, email } = member
  if (invitation === null || email === null) return null
  const failure = again.error ?? revoke.error
  const isBusy = again.isPending || revoke.isPending
  const params = { id: groupId }
  return (
    <li className={`${classes.line} ${classes.waiting}`}>
      <span className={classes.who}>
        <b>{email}</b>
        <span className="bm-small bm-muted">
          {t('sent', { role: t(`role.${invitation.role}`), date: momentIn(invitation.sent_at, time_zone) })}
        </span>
      </span>
      <StatusWord status={SHAPE[invitation.state]} word={t(`state.${invitation.state}`)} />
      {member.may.includes('edit') && (
        <button
          type="button"
          className="bm-link"
          disabled={isBusy}
          onClick={() => again.mutate({ params, body: { email, role: invitation.role } })}
        >
          {t('invite.again')}
          <span className="bm-hidden"> {email}</span>
        </button>
      )}
      {member.may.includes('delete') && (
        <button
          type="button"
          className="bm-link"
          disabled={isBusy}
          onClick={() => revoke.mutate({ params: { ...params, invitation_id: invitation.id } })}
        >
          {t('invite.revoke')}
          <span className="bm-hidden"> {email}</span>
        </button>
      )}
      {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
    </li>
  )
}

/** People of a group, and the invitations without a yes for those who may see them. */
export function Members({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const members = useRead(membersRead(group.id))
  const people = members.filter(({ role }) => role !== 'invited')
  const invited = members.filter(({ role }) => role === 'invited')
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('people', { count: people.length })}</h2>
      <LongList
        items={people}
        search={t('search_people')}
        label={t('people_list')}
        textOf={({ name, email }) => `${name ?? ''} ${email ?? ''}`}
      >
        {member => <Member key={member.user_id} groupId={group.id} member={member} />}
      </LongList>
      {invited.length > 0 && (
        <>
          <h3>{t('invited_title')}</h3>
          <LongList
            items={invited}
            search={t('search_people')}
            label={t('invited_title')}
            textOf={({ email }) => email ?? ''}
          >
            {member => <Invited key={member.invitation?.id} groupId={group.id} member={member} />}
          </LongList>
        </>
      )}
    </section>
  )
}

/** Button that leaves a group, with what ends by it. */
export function Leave({ group, onLeft }: { group: Group; onLeft: () => void }) {
  const { t } = useTranslation('groups')
  const { id } = useUser()
  const [asks, setAsks] = useState(false)
  const leave = useApiMutation(api.removeGroupMember)
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t('leave.action')}
      </Button>
      {asks && (
        <Confirm
          opened
          title={t('leave.title', { name: group.name })}
          action={t('leave.action')}
          busy={leave.isPending}
          failure={leave.error && (leave.error.message || t('failed'))}
          onConfirm={() => leave.mutate({ params: { id: group.id, user_id: id } }, { onSuccess: onLeft })}
          onClose={() => setAsks(false)}
        >
          <p>{t('leave.text')}</p>
        </Confirm>
      )}
    </>
  )
}
