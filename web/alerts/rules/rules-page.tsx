import { Button } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReads } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { LimitsCard } from '../limits/limits-card.tsx'
import { ALERT_LISTS, rulesRead } from '../queries.ts'
import { defaultRulesScreen, newRuleScreen } from '../screens.ts'
import { NoRules, useRulesAllowed } from './no-rules.tsx'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'

/** Administrators see their own first, and may see everybody's. */
const SCOPES = ['mine', 'all'] as const

function Actions({ empty }: { empty: boolean }) {
  const { t } = useTranslation('alert-rules')
  return (
    <>
      <Button
        variant={empty ? undefined : 'default'}
        component={ScreenLink}
        to={linkTo(defaultRulesScreen)}
        leftSection={<IconListCheck size={20} stroke={1.9} />}
      >
        {t('defaults.open')}
      </Button>
      <Button
        variant={empty ? 'default' : undefined}
        component={ScreenLink}
        to={linkTo(newRuleScreen)}
        leftSection={<IconPlus size={20} stroke={2} />}
      >
        {t('new')}
      </Button>
    </>
  )
}

export const reads = () => [...ALERT_LISTS, rulesRead()] as const

function Rules() {
  const { t } = useTranslation('alert-rules')
  const { admin } = useUser()
  const [scope, setScope] = useState<'mine' | 'all'>('mine')
  // The list of before stays until the other one has come.
  const [lists, devices, all] = useReads([...ALERT_LISTS, rulesRead(useDeferredValue(scope) === 'all')])
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
      {admin && (
        <Segments
          aria-label={t('scope.title')}
          data={SCOPES.map(value => ({ value, label: t(`scope.${value}`) }))}
          value={scope}
          onChange={value => setScope(value === 'all' ? 'all' : 'mine')}
        />
      )}
      {all.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={<Actions empty />} />
      ) : (
        <ul className={classes.list}>
          {all.map(rule => (
            <RuleRow key={rule.id} rule={rule} read={{ lists, devices }} />
          ))}
        </ul>
      )}
      <LimitsCard />
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </div>
  )
}

export default function RulesPage() {
  return useRulesAllowed() ? <Rules /> : <NoRules />
}
