import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Deposit, Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'
import classes from '../projects/projects.module.css'
import { repositoryName } from './names.ts'

/** Repositories a version lies in or is sent to, each with its state and what can be done. */
export function DepositList({ version }: { version: Snapshot }) {
  const { t } = useTranslation('snapshots')
  if (version.deposits.length === 0) return null
  return (
    <ul className={classes.plain} aria-label={t('deposit.list')}>
      {version.deposits.map(deposit => (
        <DepositLine key={deposit.id} deposit={deposit} isOwn={version.may.includes('publish')} />
      ))}
    </ul>
  )
}

function DepositLine({ deposit, isOwn }: { deposit: Deposit; isOwn: boolean }) {
  const { t } = useTranslation(['snapshots', 'form'])
  const again = useApiMutation(api.retryDeposit, { refresh: [api.listSnapshots, api.listConsentReads] })
  const { id, status, doi, link, problem, refusal } = deposit
  const name = repositoryName(deposit)
  const go = (publish: boolean) => again.mutate({ params: { id }, body: { publish } })
  return (
    <li className={classes.deposit}>
      <span className={classes.line}>
        <span>
          {link ? (
            <Anchor href={link} target="_blank" rel="noopener noreferrer">
              {name}
            </Anchor>
          ) : (
            name
          )}
        </span>
        <span className="bm-tag">{t(`deposit.state.${status}`)}</span>
      </span>
      {doi && status === 'published' && (
        <Anchor className="bm-num" href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
          {`https://doi.org/${doi}`}
        </Anchor>
      )}
      {doi && status === 'draft' && <span className="bm-small bm-muted">{t('deposit.reserved', { doi })}</span>}
      {status === 'failed' && (
        <Note status="act_now">
          {t(`deposit.problem.${problem ?? 'failed'}`)} {refusal && t('deposit.answer', { answer: refusal })}
        </Note>
      )}
      {again.error && <Note status="act_now">{again.error.message || t('form:no_answer')}</Note>}
      {isOwn && (status === 'failed' || status === 'draft') && (
        <div className={classes.actions}>
          {status === 'draft' && (
            <Button size="sm" variant="default" loading={again.isPending} onClick={() => go(true)}>
              {t('deposit.publish_now')}
              <span className="bm-hidden"> {name}</span>
            </Button>
          )}
          <Button size="sm" variant="default" loading={again.isPending} onClick={() => go(false)}>
            {t(status === 'draft' ? 'deposit.look' : 'deposit.again')}
            <span className="bm-hidden"> {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
