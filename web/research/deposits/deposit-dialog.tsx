import { Button, Checkbox, PasswordInput, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Repository, RepositoryInput } from '#shared/contract/measurements/deposits.ts'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { REPOSITORY_KINDS } from '#shared/rules/research/deposits.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../projects/projects.module.css'
import { repositoryName } from './names.ts'

const REPOSITORIES = queryOf(api.listRepositories, {})

interface Props {
  version: Snapshot
  onClose: () => void
}

/** Sends a version to a repository of the person, or adds one first. */
export function DepositDialog({ version, onClose }: Props) {
  const read = useQuery(REPOSITORIES)
  const { data } = read
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const { t } = useTranslation('snapshots')
  if (!data)
    return (
      <Dialog opened title={t('deposit.title', { version: version.version })} onClose={onClose}>
        {read.error ? <QueryFailed query={read} /> : <PageLoading />}
      </Dialog>
    )
  // A version is in one place once.
  const free = data.filter(
    one =>
      !version.deposits.some(
        ({ kind, url, collection }) => repositoryName({ kind, url, collection }) === repositoryName(one),
      ),
  )
  if (adding || free.length === 0)
    return (
      <AddRepository
        onAdded={id => {
          setChosen(id)
          setAdding(false)
        }}
        onClose={data.length > 0 && adding ? () => setAdding(false) : onClose}
      />
    )
  return <Send {...{ version, onClose }} repositories={free} chosen={chosen} onAdd={() => setAdding(true)} />
}

interface SendProps extends Props {
  repositories: readonly Repository[]
  chosen: number | null
  onAdd: () => void
}

function Send({ version, repositories, chosen, onAdd, onClose }: SendProps) {
  const { t } = useTranslation(['snapshots', 'form'])
  const send = useApiMutation(api.createDeposit, { refresh: [api.listSnapshots, api.listConsentReads] })
  const forget = useApiMutation(api.deleteRepository, { refresh: [api.listRepositories] })
  const [id, setId] = useState(chosen ?? repositories[0]?.id ?? 0)
  const [publish, setPublish] = useState(false)
  const known = repositories.some(one => one.id === id) ? id : (repositories[0]?.id ?? 0)
  const failure = send.error ?? forget.error
  return (
    <FormDialog
      opened
      title={t('deposit.title', { version: version.version })}
      action={t('deposit.action')}
      busy={send.isPending}
      failure={failure && (failure.message || t('form:no_answer'))}
      onSubmit={event => {
        event.preventDefault()
        const body = { repository_id: known, publish }
        send.mutate({ params: { id: version.id }, body }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p className="bm-muted">{t('deposit.text')}</p>
      <Select
        size="md"
        allowDeselect={false}
        label={t('deposit.repository')}
        data={repositories.map(one => ({ value: String(one.id), label: repositoryName(one) }))}
        value={String(known)}
        onChange={value => setId(Number(value))}
      />
      <div className={classes.actions}>
        <Button size="compact-md" variant="subtle" onClick={onAdd}>
          {t('deposit.add')}
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          loading={forget.isPending}
          onClick={() => forget.mutate({ params: { id: known } })}
        >
          {t('deposit.forget')}
        </Button>
      </div>
      <Checkbox
        label={t('deposit.publish')}
        description={t('deposit.publish_text')}
        checked={publish}
        onChange={event => setPublish(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

function AddRepository({ onAdded, onClose }: { onAdded: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation('snapshots')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: RepositoryInput,
    initialValues: { kind: 'zenodo', url: 'https://zenodo.org', collection: '', token: '' },
    toBody: ({ kind, url, collection, token }) => ({
      ...{ kind, url, token },
      ...(kind === 'dataverse' && collection !== '' ? { collection } : {}),
    }),
    send: async body => {
      const { id } = await ask(api.saveRepository, { body })
      await refresh(client, [api.listRepositories])
      onAdded(id)
    },
  })
  const { kind, url } = form.values
  const isDataverse = kind === 'dataverse'
  const choose = (next: string) =>
    form.setValues({
      kind: next,
      url: next === 'zenodo' ? 'https://zenodo.org' : url === 'https://zenodo.org' ? '' : url,
    })
  return (
    <FormDialog opened title={t('deposit.add')} action={t('deposit.save')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('deposit.add_text')}</p>
      <Segments
        aria-label={t('deposit.kind')}
        size="md"
        fullWidth
        value={kind}
        onChange={choose}
        data={REPOSITORY_KINDS.map(value => ({ value, label: t(`deposit.kinds.${value}`) }))}
      />
      <TextInput
        size="md"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        label={t('deposit.address')}
        {...form.getInputProps('url')}
      />
      {isDataverse && (
        <TextInput
          size="md"
          required
          autoComplete="off"
          autoCapitalize="none"
          label={t('deposit.collection')}
          description={t('deposit.collection_help')}
          {...form.getInputProps('collection')}
        />
      )}
      <PasswordInput
        size="md"
        required
        autoComplete="off"
        label={t('deposit.token')}
        description={t(`deposit.token_help.${isDataverse ? 'dataverse' : 'zenodo'}`)}
        {...form.getInputProps('token')}
      />
    </FormDialog>
  )
}
