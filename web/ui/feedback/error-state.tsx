import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { useLostSince } from '../../kit/browser/connection.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { CopyButton } from '../data-display/copy-button.tsx'
import classes from './state.module.css'

interface Props {
  title: string
  text: string
  /** True where it is all there is on the page, which has no other heading. */
  page?: true | undefined
  icon?: ReactNode
  /** Text for "Copy details". */
  details?: string | undefined
  onRetry?: (() => void) | undefined
  action?: ReactNode
}

/** Message after a failure: what happened, and what to do. */
export function ErrorState({ title, text, page, icon, details, onRetry, action }: Props) {
  const { t } = useTranslation('ui')
  return (
    <section className={classes.state} role="alert">
      <span className={classes.icon}>{icon ?? <IconPlugConnectedX size={30} stroke={1.8} />}</span>
      {page ? <PageHeading>{title}</PageHeading> : <h2>{title}</h2>}
      <p>{text}</p>
      <div className={classes.actions}>
        {onRetry && <Button onClick={onRetry}>{t('load_again')}</Button>}
        {action}
        {details && <CopyButton variant="default" text={details} label={t('copy_details')} />}
      </div>
    </section>
  )
}

/** A failed read: the server's own sentence, or that nothing came back. */
export function ReadFailed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  const answered = failure instanceof CallFailed && failure.status > 0
  const lost = useLostSince() !== null
  // The bar above says already that nobody answers, and since when.
  if (!answered && lost)
    return <ErrorState title={t('error.not_here_title')} text={t('error.not_here_text')} onRetry={onRetry} />
  return (
    <ErrorState
      title={answered ? t('error.failed_title') : t('error.no_answer_title')}
      text={answered && failure.message ? failure.message : t('error.no_answer_text')}
      details={failure instanceof CallFailed ? `${failure.status} ${failure.code}\n${location.href}` : String(failure)}
      onRetry={onRetry}
    />
  )
}
