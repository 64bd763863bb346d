import { IconArrowRight, IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useViewer } from '../../kit/routing/viewer.ts'
import { opensFor } from '../../kit/routing/visibility.ts'
import classes from '../help.module.css'
import { useMarked } from '../marked.ts'
import { type Question, type QuestionEntry, SOLVED_ON, useQuestions } from './questions.ts'

/** Link to the screen that solves a question, for whoever may open it. */
function Solution({ id }: { id: Question }) {
  const { t } = useTranslation(['questions', 'app'])
  const viewer = useViewer()
  const { screen, to } = SOLVED_ON[id]
  if (!opensFor(screen, viewer)) return null
  return (
    <ScreenLink to={to} className={classes.to}>
      {t('to', { page: t(`app:title.${screen.title}`) })}
      <IconArrowRight size={18} stroke={2} />
    </ScreenLink>
  )
}

/** The question the address names is open from the first, the others once they are tapped. */
function Item({ entry: { id, question, answer }, open }: { entry: QuestionEntry; open: boolean }) {
  return (
    <details id={id} className={`bm-card ${classes.question}`} open={open} tabIndex={-1}>
      <summary>
        {question}
        <IconChevronDown size={20} stroke={1.8} />
      </summary>
      <div className={classes.answer}>
        <p>{answer}</p>
        <Solution id={id} />
      </div>
    </details>
  )
}

/** Answers of the installation itself, where it has set their address. */
function OwnAnswers() {
  const { t } = useTranslation('questions')
  const { data } = useQuery({ ...queryOf(api.getHelp, {}), staleTime: Number.POSITIVE_INFINITY })
  if (!data?.faq_url) return null
  return (
    <p>
      <a className={classes.to} href={data.faq_url} target="_blank" rel="noreferrer">
        {t('own')}
        <IconExternalLink size={18} stroke={1.8} />
      </a>
    </p>
  )
}

export default function QuestionsPage() {
  const { t } = useTranslation(['questions', 'app'])
  const questions = useQuestions()
  const { hash } = useLocation()
  useMarked(hash)
  return (
    <div className={classes.page}>
      <PageHeading>{t('app:title.questions')}</PageHeading>
      <p className="bm-muted">{t('lead')}</p>
      <div className={classes.questions}>
        {questions.map(entry => (
          // Drawn anew for another address, so that the one it names is open.
          <Item key={entry.id === hash ? `${entry.id} ${hash}` : entry.id} entry={entry} open={entry.id === hash} />
        ))}
      </div>
      <OwnAnswers />
    </div>
  )
}
