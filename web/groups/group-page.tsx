import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { refresh, useApiMutation, useRead } from '../kit/api/query.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { useGo, useScreenParams } from '../kit/routing/link.tsx'
import type { PageAddress } from '../kit/routing/screen.ts'
import { Confirm } from '../ui/overlays/confirm.tsx'
import { GroupChanges } from './changes.tsx'
import classes from './groups.module.css'
import { Invite } from './invite.tsx'
import { Leave, Members } from './members.tsx'
import { GroupNameDialog } from './name-dialog.tsx'
import { GROUPS, membersRead, SIGHT_READS, sharesRead } from './queries.ts'
import { RightsTable } from './rights-table.tsx'
import { groupScreen, groupsScreen } from './screens.ts'
import { Shares } from './shares.tsx'

export const reads = ({ params }: PageAddress) =>
  [GROUPS, membersRead(Number(params.id)), sharesRead(Number(params.id)), LOCATIONS] as const

function Dissolve({ group, onGone }: { group: Group; onGone: () => void }) {
  const { t } = useTranslation('groups')
  const [asks, setAsks] = useState(false)
  const dissolve = useApiMutation(api.dissolveGroup)
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setAsks(true)}>
        {t('dissolve.action')}
      </Button>
      {asks && (
        <Confirm
          opened
          title={t('dissolve.title', { name: group.name })}
          action={t('dissolve.action')}
          busy={dissolve.isPending}
          failure={dissolve.error && (dissolve.error.message || t('failed'))}
          onConfirm={() => dissolve.mutate({ params: { id: group.id } }, { onSuccess: onGone })}
          onClose={() => setAsks(false)}
        >
          <p>{t('dissolve.text')}</p>
        </Confirm>
      )}
    </>
  )
}

function GroupPageOf({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const go = useGo()
  const client = useQueryClient()
  const [renames, setRenames] = useState(false)
  usePageName(group.name ?? '')
  const onGone = async () => {
    await go(linkTo(groupsScreen), { replace: true })
    await refresh(client, SIGHT_READS)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{group.name}</PageHeading>
          <p className="bm-muted">{t(`role_text.${group.role}`)}</p>
        </div>
        {group.may.includes('edit') && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.9} />}
            onClick={() => setRenames(true)}
          >
            {t('rename.action')}
          </Button>
        )}
        {group.may.includes('leave') && <Leave group={group} onLeft={onGone} />}
        {group.may.includes('delete') && <Dissolve group={group} onGone={onGone} />}
      </header>
      <div className={classes.parts}>
        <div className={classes.stack}>
          <Members group={group} />
          {group.may.includes('invite') && <Invite group={group} />}
        </div>
        <div className={classes.stack}>
          <Shares group={group} />
          <RightsTable />
          {group.may.includes('changes') && <GroupChanges id={group.id} />}
        </div>
      </div>
      {renames && <GroupNameDialog group={group} onClose={() => setRenames(false)} />}
    </div>
  )
}

/** A group with its people, invitations and shared locations. */
export default function GroupPage() {
  const { id } = useScreenParams(groupScreen)
  const group = useRead(GROUPS).find(one => one.id === id && one.role !== 'invited')
  if (!group) throw notFound()
  return <GroupPageOf key={id} group={group} />
}
