import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#shared/contract/accounts/groups.ts'
import { useRead } from '../kit/api/query.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { PageHead } from '../ui/data-display/page-head.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import classes from './groups.module.css'
import { Invitations } from './invitations.tsx'
import { GroupNameDialog } from './name-dialog.tsx'
import { GROUPS } from './queries.ts'
import { RightsTable } from './rights-table.tsx'
import { groupScreen } from './screens.ts'

export const reads = () => [GROUPS] as const

function GroupLine({ group: { id, name, role, people, invited } }: { group: Group }) {
  const { t } = useTranslation('groups')
  const counts = [t('people', { count: people ?? 0 }), ...(invited ? [t('invited', { count: invited })] : [])]
  return (
    <li>
      <ScreenLink to={linkTo(groupScreen, { params: { id } })} className={`bm-card ${classes.group}`}>
        <span className={classes.badge}>
          <IconUsersGroup size={22} stroke={1.8} />
        </span>
        <span className="bm-grow">
          <b>{name}</b>
          <span className="bm-small bm-muted">{counts.join(', ')}</span>
        </span>
        <span className="bm-tag">{t(`role.${role}`)}</span>
      </ScreenLink>
    </li>
  )
}

export default function GroupsPage() {
  const { t } = useTranslation('groups')
  const groups = useRead(GROUPS)
  const [isNew, setNew] = useState(false)
  const own = groups.filter(({ role }) => role !== 'invited')
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={2} />} onClick={() => setNew(true)}>
      {t('create.open')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHead title={t('title')} text={t('text')} action={own.length > 0 && add} />
      <Invitations groups={groups} />
      {own.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <ul className={classes.plain} aria-label={t('list')}>
          {own.map(group => (
            <GroupLine key={group.id} group={group} />
          ))}
        </ul>
      )}
      <RightsTable />
      {isNew && <GroupNameDialog onClose={() => setNew(false)} />}
    </div>
  )
}
