import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { ConsentQuestion } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { isOvertaken } from '../../kit/forms/use-version.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { minuteNow } from '../../kit/time/instant.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { PROJECT_READS, projectPlacesRead } from '../queries.ts'
import { projectsScreen } from '../screens.ts'

export type ProjectTask = 'ask' | 'end' | 'delete'

interface Props {
  project: Research
  onClose: () => void
}

function AskDialog({ project, onClose }: Props) {
  const { t } = useTranslation('projects')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ConsentQuestion,
    initialValues: { email: '' },
    toBody: values => values,
    send: async body => {
      await ask(api.askForConsent, { params: { id: project.id }, body })
      await refresh(client, PROJECT_READS)
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('ask.title')} action={t('ask.action')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('ask.text')}</p>
      <TextInput
        size="md"
        type="email"
        autoComplete="off"
        data-autofocus
        label={t('ask.email')}
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}

function EndDialog({ project, onClose }: Props) {
  const { t } = useTranslation(['projects', 'form'])
  const end = useApiMutation(api.updateResearch, { refresh: PROJECT_READS })
  const client = useQueryClient()
  // Shown behind the question: who confirms again has the project as it is by now.
  const onError = (thrown: unknown) => isOvertaken(thrown) && refresh(client, PROJECT_READS)
  const body = () => {
    const { name, research_subject_id, start, aim, purpose, conclusion, institution, target_measurements } = project
    const people = [...new Set([...project.people, ...project.offers.map(({ email }) => email)])]
    const { version } = project
    const rest = { aim, purpose, conclusion, institution, target_measurements, people, version }
    return { name, research_subject_id, start, end: new Date(minuteNow()).toISOString(), ...rest }
  }
  return (
    <Confirm
      opened
      title={t('ending.title', { name: project.name })}
      action={t('ending.action')}
      busy={end.isPending}
      failure={end.error && (end.error.message || t('form:no_answer'))}
      onConfirm={() => end.mutate({ params: { id: project.id }, body: body() }, { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      <p>{t('ending.text')}</p>
    </Confirm>
  )
}

function DeleteDialog({ project, onClose }: Props) {
  const { t } = useTranslation(['projects', 'form'])
  const places = useRead(projectPlacesRead(project.id))
  const client = useQueryClient()
  const go = useGo()
  const remove = useApiMutation(api.deleteResearch)
  const onGone = async () => {
    await go(linkTo(projectsScreen), { replace: true })
    await refresh(client, PROJECT_READS)
  }
  return (
    <Confirm
      opened
      title={t('deleting.title', { name: project.name })}
      action={t('deleting.action')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('form:no_answer'))}
      onConfirm={() => remove.mutate({ params: { id: project.id } }, { onSuccess: onGone })}
      onClose={onClose}
    >
      <ul>
        <li>{t('deleting.placements', { count: places.length })}</li>
        <li>{t('deleting.people', { count: project.people.length })}</li>
        <li>{t('deleting.ledger')}</li>
        <li>{t('deleting.versions')}</li>
      </ul>
    </Confirm>
  )
}

const DIALOGS = { ask: AskDialog, end: EndDialog, delete: DeleteDialog }

/** The dialog for what somebody chose to do with a project. */
export function ProjectDialogs({ task, ...props }: Props & { task: ProjectTask }) {
  const Task = DIALOGS[task]
  return <Task {...props} />
}
