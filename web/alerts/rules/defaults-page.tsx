import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { scopeOf } from '#shared/rules/alerts/rule-scope.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useReads } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { Urgency } from '../alert/alert-words.tsx'
import { ALERT_LISTS, type AlertLists, DEFAULT_RULES, rulesRead } from '../queries.ts'
import { newRuleScreen, rulesScreen } from '../screens.ts'
import { NoRules, useRulesAllowed } from './no-rules.tsx'
import { animalKindsOf, type Places } from './rule-place.ts'
import classes from './rules.module.css'
import { useTake } from './take-defaults.ts'
import { useSentence } from './use-sentence.ts'

interface GroupProps {
  name: string
  species: string | null
  rules: readonly DefaultAlertRule[]
  read: AlertLists
  /** The animals of others are collapsed. */
  open: boolean
  chosen: readonly string[]
  have: (rule: DefaultAlertRule) => boolean
  onChoose: (keys: string[]) => void
}

function Group({ name, species, rules, read, open, chosen, have, onChoose }: GroupProps) {
  const { t } = useTranslation('alert-rules')
  const say = useSentence(read.lists)
  const [opened, setOpened] = useState(open)
  const toggle = (key: string, on: boolean) => onChoose(on ? [...chosen, key] : chosen.filter(one => one !== key))
  return (
    <details
      className={`bm-card ${classes.group}`}
      open={opened}
      onToggle={event => setOpened(event.currentTarget.open)}
    >
      <summary>
        {species && <SpeciesGlyph species={species} size={24} />}
        <h2>{name}</h2>
        <span className="bm-small bm-muted">{t('defaults.count', { count: rules.length })}</span>
      </summary>
      <ul>
        {(opened ? rules : []).map(one => (
          <li key={one.key}>
            <div className="bm-grow">
              <Checkbox
                label={<QuantityName name={say(one.rule)} />}
                checked={chosen.includes(one.key)}
                onChange={event => toggle(one.key, event.currentTarget.checked)}
              />
              <span className={`${classes.meta} ${classes.source}`}>
                <Urgency urgency={one.rule.urgency} />
                {have(one) && <span className="bm-tag">{t('defaults.have')}</span>}
                {one.suits && <span className="bm-small bm-muted">{t('defaults.suits')}</span>}
                {one.hint && <span className="bm-small bm-muted">{t(`source_hint.${one.hint}`)}</span>}
              </span>
              <details className={`bm-small ${classes.source} ${classes.why}`}>
                <summary aria-label={t('defaults.why_one', { name: say(one.rule) })}>{t('defaults.why')}</summary>
                {t('defaults.source', { source: one.sources.map(source => t(`source.${source}`)).join(', ') })}
              </details>
            </div>
            <Button
              variant="default"
              component={ScreenLink}
              to={linkTo(newRuleScreen, { search: { default: one.key } })}
              aria-label={t('defaults.change_one', { name: say(one.rule) })}
            >
              {t('defaults.change')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Defaults({
  read,
  defaults,
}: {
  read: AlertLists & Pick<Places, 'locations'>
  defaults: readonly DefaultAlertRule[]
}) {
  const { t } = useTranslation(['alert-rules', 'form'])
  const { data: own = [] } = useQuery(rulesRead())
  const [chosen, setChosen] = useState<string[]>([])
  const go = useGo()
  const take = useTake()
  const mine = new Set(animalKindsOf(read).own.map(({ id }) => id))
  const have = ({ rule }: DefaultAlertRule) =>
    own.some(
      one =>
        scopeOf(one) === 'everywhere' &&
        one.area_type_id === rule.area_type_id &&
        one.physical_quantity_id === rule.physical_quantity_id &&
        one.comparator === rule.comparator,
    )
  const kinds = [...Map.groupBy(defaults, ({ rule }) => rule.area_type_id)]
  const isOwn = (kind: number | null) => kind === null || mine.has(kind)
  const groupsOf = (some: typeof kinds) =>
    some.map(([areaTypeId, rules]) => {
      const kind = read.lists.area_types.find(({ id }) => id === areaTypeId)
      return (
        <Group
          key={areaTypeId}
          name={kind?.name ?? t('defaults.any')}
          species={kind?.key ?? null}
          open={mine.size === 0 || isOwn(areaTypeId)}
          chosen={chosen}
          onChoose={setChosen}
          {...{ rules, read, have }}
        />
      )
    })
  const [first, others] = [kinds.filter(([kind]) => isOwn(kind)), kinds.filter(([kind]) => !isOwn(kind))]
  return (
    <>
      {groupsOf(first)}
      {first.length > 0 && others.length > 0 && <p className="bm-muted">{t('place.other_animals')}</p>}
      {groupsOf(others)}
      {take.error && <Note status="act_now">{take.error.message || t('form:no_answer')}</Note>}
      {chosen.length > 0 && (
        <div className={classes.actionBar}>
          <span className="bm-grow" role="status">
            {t('defaults.chosen', { count: chosen.length })}
          </span>
          <Button
            loading={take.isPending}
            onClick={() => take.mutate({ body: { keys: chosen } }, { onSuccess: () => go(linkTo(rulesScreen)) })}
          >
            {t('defaults.take', { count: chosen.length })}
          </Button>
        </div>
      )}
    </>
  )
}

export const reads = () => [...ALERT_LISTS, DEFAULT_RULES, LOCATIONS] as const

function AllDefaults() {
  const { t } = useTranslation('alert-rules')
  const [lists, devices, defaults, locations] = useReads(reads())
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('defaults.title')}</PageHeading>
          <p className="bm-muted">{t('defaults.text')}</p>
        </div>
      </header>
      {defaults.length === 0 ? (
        <EmptyState title={t('defaults.empty')} text={t('defaults.empty_text')} />
      ) : (
        <Defaults read={{ lists, devices, locations }} defaults={defaults} />
      )}
      <p className="bm-small bm-muted">{t('own_alarm')}</p>
    </div>
  )
}

export default function DefaultsPage() {
  return useRulesAllowed() ? <AllDefaults /> : <NoRules />
}
