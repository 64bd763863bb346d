import { Button } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../kit/page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadFailed } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { NoRules, useRulesAllowed } from './no-rules.tsx'
import { useAlertLists, useRules } from './queries.ts'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'

function Actions({ empty }: { empty: boolean }) {
  const { t } = useTranslation('alert-rules')
  return (
    <>
      <Button
        variant={empty ? undefined : 'default'}
        component={Link}
        to="/alertrules/default"
        leftSection={<IconListCheck size={20} stroke={1.9} />}
      >
        {t('defaults.open')}
      </Button>
      <Button
        variant={empty ? 'default' : undefined}
        component={Link}
        to="/alertrules/create"
        leftSection={<IconPlus size={20} stroke={2} />}
      >
        {t('new')}
      </Button>
    </>
  )
}

export default function RulesPage() {
  const { t } = useTranslation('alert-rules')
  const allowed = useRulesAllowed()
  const rules = useRules()
  const { read, failure, retry } = useAlertLists()
  if (!allowed) return <NoRules />
  if (rules.error && !rules.data && rules.error.status !== 404)
    return <ReadFailed failure={rules.error} onRetry={() => void rules.refetch()} />
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  if (!read || (!rules.data && !rules.error)) return <PageLoading />
  const all = rules.data ?? []
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('title')}</PageHeading>
          {all.length > 0 && (
            <p className="bm-muted">
              {t('count', { count: all.length, on: all.filter(({ active }) => active).length })}
            </p>
          )}
        </div>
        {all.length > 0 && <Actions empty={false} />}
      </header>
      {all.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={<Actions empty />} />
      ) : (
        <ul className={classes.list}>
          {all.map(rule => (
            <RuleRow key={rule.id} rule={rule} read={read} />
          ))}
        </ul>
      )}
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </div>
  )
}
