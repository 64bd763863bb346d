import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useNoteWriting } from '../notes/write-notes.tsx'
import type { Subject } from '../page/subject.ts'
import type { WhyQuestion } from './why.tsx'
import { WhyAnswer } from './why-answer.tsx'

interface Props {
  opened: boolean
  question: WhyQuestion
  target: Subject['target']
  withoutFaults: boolean
  onClose: () => void
}

/** Way in which a value came about: from reading to screen, one step below the other. */
export default function WhyDialog({ opened, question, target, withoutFaults, onClose }: Props) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { definition, from, until } = question
  const read = useQuery({
    ...queryOf(api.explainValue, {
      query: {
        ...target,
        measurement: definition.type.abbreviation,
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
        without_faults: withoutFaults ? '1' : undefined,
      },
    }),
    enabled: opened,
  })
  const write = useNoteWriting()?.writeAt(from)
  const { quantity, type } = definition
  const value = read.data?.value
  const said = value ? format.value(value.mean, quantity.decimals, quantity.unit) : type.name
  return (
    <Dialog opened={opened} title={t('title', { value: said })} size={560} onClose={onClose}>
      {write && (
        <Button
          variant="default"
          leftSection={<IconNote size={18} stroke={1.9} />}
          onClick={() => {
            onClose()
            write()
          }}
        >
          {t('add_note')}
        </Button>
      )}
      {read.data && <WhyAnswer why={read.data} definition={definition} />}
      <QueryFailed query={read} />
      {!read.data && !read.error && <PartLoading />}
    </Dialog>
  )
}
