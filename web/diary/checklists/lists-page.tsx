import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checklist } from '#shared/contract/diary/checklists.ts'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useApiMutation, useReads } from '../../kit/api/query.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { checklistsRead } from '../queries.ts'
import { editChecklistScreen } from '../screens.ts'
import { minutesOf } from './editor/draft.ts'
import classes from './lists.module.css'

const editOf = ({ id }: Checklist): Target => linkTo(editChecklistScreen, { params: { id } })
const newOf = (copied?: Checklist): Target =>
  linkTo(editChecklistScreen, { params: { id: 'new' }, search: { copy: copied?.id } })

interface CardProps {
  list: Checklist
  /** Name of the animals it is for. */
  animals: string | undefined
  onDelete: () => void
}

function ListCard({ list, animals, onDelete }: CardProps) {
  const { t } = useTranslation(['checklists', 'ui'])
  const { name, items, area_ids, may, created_by, updated_at, ready_made } = list
  const questions = items.filter(({ input }) => input !== 'heading').length
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const facts = [
    animals ?? t('all_animals'),
    t('items', { count: questions }),
    questions > 0 && t('minutes', { count: minutesOf(items) }),
  ]
  const history = ready_made ? null : [created_by, momentIn(updated_at, zone)].filter(Boolean).join(' · ')
  return (
    <li className={`bm-card ${classes.card}`}>
      <div className={classes.words}>
        <h3>{may.includes('edit') ? <ScreenLink to={editOf(list)}>{name}</ScreenLink> : name}</h3>
        <p className="bm-small bm-muted">{facts.filter(Boolean).join(' · ')}</p>
        {history && <p className="bm-small bm-muted">{history}</p>}
        {area_ids.length > 0 && <span className="bm-tag">{t('used', { count: area_ids.length })}</span>}
      </div>
      <div className={classes.actions}>
        {may.includes('edit') && (
          <ActionIcon
            component={ScreenLink}
            to={editOf(list)}
            variant="subtle"
            size={44}
            aria-label={t('edit_named', { name })}
          >
            <IconPencil size={20} stroke={1.8} />
          </ActionIcon>
        )}
        <ActionIcon
          component={ScreenLink}
          to={newOf(list)}
          variant="subtle"
          size={44}
          aria-label={t('copy_named', { name })}
        >
          <IconCopy size={20} stroke={1.8} />
        </ActionIcon>
        {may.includes('delete') && (
          <ActionIcon variant="subtle" size={44} aria-label={t('delete_named', { name })} onClick={onDelete}>
            <IconTrash size={20} stroke={1.8} />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}

export const reads = () => [checklistsRead(), LISTS] as const

/** The lists inspections are made with: one's own, and those that come with the product to be copied. */
export default function ListsPage() {
  const { t } = useTranslation(['checklists', 'ui', 'form'])
  const [read, { area_types }] = useReads(reads())
  const [toDelete, setToDelete] = useState<Checklist | null>(null)
  const remove = useApiMutation(api.deleteChecklist, { refresh: [api.listChecklists] })
  const { checklists } = read
  const groups = [
    { key: 'own', checklists: checklists.filter(({ ready_made }) => !ready_made) },
    { key: 'ready', checklists: checklists.filter(({ ready_made }) => ready_made) },
  ] as const
  const start = (
    <Button component={ScreenLink} to={newOf()} leftSection={<IconPlus size={20} stroke={2} />}>
      {t('new')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading className="bm-grow">{t('title')}</PageHeading>
        {start}
      </header>
      {groups.map(({ key, checklists }) => (
        <section key={key} aria-labelledby={`lists-${key}`} className={classes.group}>
          <h2 id={`lists-${key}`}>{t(`group.${key}`)}</h2>
          {checklists.length === 0 && key === 'own' && <p className="bm-muted">{t('none')}</p>}
          <ul>
            {checklists.map(list => (
              <ListCard
                key={list.id}
                list={list}
                animals={area_types.find(({ id }) => id === list.area_type_id)?.name}
                onDelete={() => setToDelete(list)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Confirm
        opened={toDelete !== null}
        title={t('delete_title', { name: toDelete?.name })}
        action={t('ui:delete')}
        busy={remove.isPending}
        failure={remove.error && (remove.error.message || t('form:no_answer'))}
        onConfirm={() =>
          toDelete && remove.mutate({ params: { id: toDelete.id } }, { onSuccess: () => setToDelete(null) })
        }
        onClose={() => {
          remove.reset()
          setToDelete(null)
        }}
      >
        <p>{t('delete_text')}</p>
      </Confirm>
    </div>
  )
}
