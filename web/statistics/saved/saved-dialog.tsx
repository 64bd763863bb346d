import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import type { SavedSelection } from '#shared/contract/measurements/saved-selections.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import classes from './saved.module.css'
import type { SavedOf } from './saved-search.ts'

const LONGEST_NAME = 80

interface Props extends SavedOf {
  opened: boolean
  onClose: () => void
}

/** Sentence for a call that failed: that of the field where it says one. */
const sentenceOf = (failure: unknown, otherwise: string): string =>
  failure instanceof CallFailed ? (failure.errors?.name?.[0] ?? (failure.message || otherwise)) : otherwise

/** Selections that were saved: open one, keep this one under a name, rename, overwrite, delete. */
export default function SavedDialog({ opened, search, of, linkOf, onClose }: Props) {
  const { t } = useTranslation(['statistics', 'ui'])
  const read = useQuery({ ...queryOf(of.list, {}), enabled: opened })
  return (
    <Dialog opened={opened} title={t('saved.title')} size={520} onClose={onClose}>
      <div className={classes.saved}>
        <NameForm search={search} of={of} />
        <QueryFailed query={read} />
        {!read.data && !read.error && <PartLoading />}
        {read.data?.length === 0 && <p className="bm-muted">{t('saved.none')}</p>}
        <ul className={classes.list}>
          {read.data?.map(saved => (
            <Line key={saved.id} saved={saved} search={search} of={of} linkOf={linkOf} onOpen={onClose} />
          ))}
        </ul>
        <p className="bm-muted bm-small">{t('saved.private')}</p>
      </div>
    </Dialog>
  )
}

/** Keeps what is on the screen under a name. */
function NameForm({ search, of }: Pick<SavedOf, 'search' | 'of'>) {
  const { t } = useTranslation(['statistics', 'ui'])
  const [name, setName] = useState('')
  const create = useApiMutation(of.create, { refresh: [of.list] })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || create.isPending) return
    create.mutate(
      { body: { name, search } },
      {
        onSuccess: ({ name: kept }) => {
          setName('')
          showToast({ id: 'selection', message: t('saved.kept', { name: kept }) })
        },
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <TextInput
        size="md"
        label={t('saved.name')}
        value={name}
        maxLength={LONGEST_NAME}
        error={create.error && sentenceOf(create.error, t('ui:error.no_answer_text'))}
        onChange={event => {
          create.reset()
          setName(event.currentTarget.value)
        }}
      />
      <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
        {t('saved.save')}
      </Button>
    </form>
  )
}

interface LineProps extends SavedOf {
  saved: SavedSelection
  onOpen: () => void
}

/** A saved selection: its name leads to it. */
function Line({ saved, search, of, linkOf, onOpen }: LineProps) {
  const { t } = useTranslation(['statistics', 'ui'])
  const { time_zone } = useUser()
  const [asking, setAsking] = useState<'rename' | 'replace' | 'delete' | null>(null)
  const update = useApiMutation(of.update, { refresh: [of.list] })
  const remove = useApiMutation(of.remove, { refresh: [of.list] })
  const { id, name } = saved
  const close = () => {
    update.reset()
    remove.reset()
    setAsking(null)
  }
  const failure = update.error ?? remove.error
  const said = failure && sentenceOf(failure, t('ui:error.no_answer_text'))
  const actions = [
    ['replace', IconReplace],
    ['rename', IconPencil],
    ['delete', IconTrash],
  ] as const
  const isThis = saved.search === search
  if (asking === 'rename')
    return (
      <li>
        <RenameForm
          name={name}
          busy={update.isPending}
          failure={said}
          // Another window may have saved another selection under the name, or renamed it: each change says its own part.
          onName={next => update.mutate({ params: { id }, body: { name: next } }, { onSuccess: close })}
          onClose={close}
        />
      </li>
    )
  return (
    <li className={classes.line}>
      <ScreenLink
        to={linkOf(saved)}
        className={classes.name}
        aria-current={isThis ? 'true' : undefined}
        onClick={onOpen}
      >
        {isThis && <IconCheck size={16} stroke={2.2} aria-hidden="true" />} {name}
        <small>{dayIn(saved.changed_at, time_zone)}</small>
      </ScreenLink>
      {actions.map(([action, Icon]) => (
        <ActionIcon
          key={action}
          aria-label={t(`saved.${action}`, { name })}
          title={t(`saved.${action}`, { name })}
          disabled={action === 'replace' && isThis}
          onClick={() => setAsking(action)}
        >
          <Icon size={19} stroke={1.8} />
        </ActionIcon>
      ))}
      <Confirm
        opened={asking === 'replace'}
        title={t('saved.replace_title', { name })}
        action={t('saved.replace_action')}
        busy={update.isPending}
        failure={said}
        onConfirm={() => update.mutate({ params: { id }, body: { search } }, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('saved.replace_text')}</p>
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('saved.delete_title', { name })}
        action={t('saved.delete_action')}
        busy={remove.isPending}
        failure={said}
        onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('saved.delete_text')}</p>
      </Confirm>
    </li>
  )
}

interface RenameProps {
  name: string
  busy: boolean
  failure: string | null
  onName: (name: string) => void
  onClose: () => void
}

function RenameForm({ name, busy, failure, onName, onClose }: RenameProps) {
  const { t } = useTranslation(['statistics', 'ui'])
  const [next, setNext] = useState(name)
  return (
    <form
      className={classes.rename}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (next.trim() !== '' && !busy) onName(next)
      }}
    >
      <TextInput
        size="md"
        data-autofocus
        aria-label={t('saved.name')}
        value={next}
        maxLength={LONGEST_NAME}
        onChange={event => setNext(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onClose}>
        {t('ui:cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={next.trim() === ''}>
        {t('saved.rename_action')}
      </Button>
      {failure && <Note status="attention">{failure}</Note>}
    </form>
  )
}
