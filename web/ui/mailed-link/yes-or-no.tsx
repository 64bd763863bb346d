import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '../feedback/note.tsx'

type Answer = 'yes' | 'no'

interface Props {
  given: Answer | null
  /** Sentences on what was answered, by the answer. */
  said: Record<Answer, string>
  /** Words of the buttons. */
  labels: Record<Answer, string>
  answer: { error: Error | null; isPending: boolean }
  onAnswer: (answer: Answer) => void
}

/** Question of an email with two answers, of which either may be given later. Opening it never answers: programs open links, too. */
export function YesOrNo({ given, said, labels, answer, onAnswer }: Props) {
  const { t } = useTranslation('form')
  return (
    <>
      {given && <Note status={given === 'yes' ? 'good' : 'no_data'}>{said[given]}</Note>}
      {answer.error && <Note status="act_now">{answer.error.message || t('no_answer')}</Note>}
      {given !== 'yes' && (
        <Button size="lg" fullWidth loading={answer.isPending} onClick={() => onAnswer('yes')}>
          {labels.yes}
        </Button>
      )}
      {given !== 'no' && (
        <Button size="lg" variant="default" fullWidth loading={answer.isPending} onClick={() => onAnswer('no')}>
          {labels.no}
        </Button>
      )}
    </>
  )
}
