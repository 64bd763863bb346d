import { Modal, useMantineColorScheme } from '@mantine/core'
import {
  IconAbc,
  IconBolt,
  IconDeviceAnalytics,
  IconFileText,
  IconHelpCircle,
  IconMapPin,
  IconMicroscope,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { useGlossary } from '../../help/glossary/words.ts'
import { useQuestions } from '../../help/questions/questions.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf } from '../../kit/api/query.ts'
import { ALL, changeHomeView } from '../../kit/browser/home-view.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useChangeLanguage } from '../../kit/language/change-language.ts'
import { OWN_NAME } from '../../kit/language/language.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { useViewer } from '../../kit/routing/viewer.ts'
import { homeScreen } from '../../locations/screens.ts'
import { BarnIcon } from '../../ui/icons/barn-icon.tsx'
import { useAddresses } from '../drawer/addresses.ts'
import { drawerFor } from '../drawer/drawer-entries.ts'
import { SCREENS } from '../routing/all-screens.ts'
import classes from './search-dialog.module.css'
import {
  areaEntries,
  deviceEntries,
  displayEntries,
  type Found,
  find,
  floorPlanEntries,
  locationEntries,
  manualEntries,
  questionEntries,
  researchEntries,
  SEARCH_KINDS,
  wordEntries,
} from './search-entries.ts'

const ICONS = {
  location: IconMapPin,
  area: BarnIcon,
  device: IconDeviceAnalytics,
  research: IconMicroscope,
  page: IconFileText,
  action: IconBolt,
  question: IconHelpCircle,
  word: IconAbc,
} as const

/** The screens of the drawer this viewer sees, and what the plus makes, with the words people look for them by. */
const usePages = (): Found[] => {
  const { t } = useTranslation(['app', 'search'])
  const { data: lists } = useQuery(queryOf(api.getTaxonomy, {}))
  const groups = drawerFor(useViewer(), useAddresses(useLocation().pathname), useIsDesktop())
  const inDrawer = groups.flatMap(({ heading, entries }) =>
    entries.flatMap(({ label, leads }) => ('to' in leads ? [{ label, heading, to: leads.to }] : [])),
  )
  const more = SCREENS.filter(({ found }) => found).map(screen => {
    const above = SCREENS.find(({ path }) => path === screen.parent)
    return {
      label: `title.${screen.title}` as const,
      heading: above && (`title.${above.title}` as const),
      to: linkTo(screen),
    }
  })
  const words = new Map(Object.entries(t('search:words', { returnObjects: true })))
  const types = lists?.measurement_types.map(({ name }) => name) ?? []
  const measured = [t('search:measured'), ...types].join(' ')
  return [...inDrawer, ...more].map(({ label, heading, to }) => {
    const [name, place] = [t(label), heading ? t(heading) : '']
    const known = words.get(label.replace('title.', '')) ?? ''
    return {
      kind: 'page',
      id: `page-${to.address.path}`,
      name,
      place: place === name ? '' : place,
      words: OF_MEASUREMENTS.has(label) ? `${known} ${measured}` : known,
      leads: { to },
    }
  })
}

/** Screens that are about every measurement: who types "ammonia" finds them. */
const OF_MEASUREMENTS = new Set(['title.data', 'title.alert_rules', 'title.export'])

const useManuals = (): Found[] => {
  const { t } = useTranslation(['app', 'search'])
  const { data: lists } = useQuery(queryOf(api.getTaxonomy, {}))
  return manualEntries(lists?.manuals ?? [], t('app:title.manuals'), t('search:manual_words', { returnObjects: true }))
}

/** Changes of the product's look and language, which work at once. */
const useActions = (): Found[] => {
  const { t } = useTranslation('search')
  const { setColorScheme } = useMantineColorScheme()
  const changeLanguage = useChangeLanguage()
  const schemes = (['light', 'dark', 'auto'] as const).map(scheme => ({
    id: `action-${scheme}`,
    name: t(`action.${scheme}`),
    words: t(`action_words.${scheme}`),
    leads: { act: () => setColorScheme(scheme) },
  }))
  const languages = LANGUAGES.map(language => ({
    id: `action-${language}`,
    name: OWN_NAME[language],
    words: t('action_words.language'),
    leads: { act: () => void changeLanguage(language) },
  }))
  return [...schemes, ...languages].map(action => ({ ...action, kind: 'action', place: '' }))
}

const useEntries = (): Found[] => {
  const { t } = useTranslation(['app', 'search'])
  const { data: locations = [] } = useQuery(LOCATIONS)
  const { data: devices = [] } = useQuery(queryOf(api.listSensors, {}))
  const { data: projects = [] } = useQuery(queryOf(api.listResearch, {}))
  const go = useGo()
  const open = (farm: number) => {
    // The farm that was found may be somebody else's, whom an administrator looks for.
    changeHomeView({ ...ALL, onlyOwn: false, farm })
    void go(linkTo(homeScreen))
  }
  return [
    ...locationEntries(locations, open),
    ...areaEntries(locations, devices),
    ...deviceEntries(devices),
    ...researchEntries(projects),
    ...displayEntries(locations, t('app:title.displays'), t('search:words.displays')),
    ...floorPlanEntries(locations, t('app:title.floor_plans'), t('search:words.floor_plans')),
    ...usePages(),
    ...useActions(),
  ]
}

interface ListProps {
  id: string
  found: readonly Found[]
  chosen: Found | undefined
  onPoint: (entry: Found) => void
  onPick: (entry: Found) => void
}

function Results({ id, found, chosen, onPoint, onPick }: ListProps) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={classes.list}>
      {SEARCH_KINDS.filter(kind => found.some(entry => entry.kind === kind)).map(kind => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list
        <div key={kind} role="group" aria-label={t(`search.${kind}`)}>
          <div className={classes.kind} aria-hidden="true">
            {t(`search.${kind}`)}
          </div>
          {found
            .filter(entry => entry.kind === kind)
            .map(entry => {
              const Icon = ICONS[kind]
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
                <div
                  key={entry.id}
                  id={entry.id}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === chosen}
                  className={classes.option}
                  onMouseMove={() => onPoint(entry)}
                  onClick={() => onPick(entry)}
                >
                  <Icon size={21} stroke={1.8} />
                  <span>
                    {entry.name} <span className={classes.place}>{entry.place}</span>
                  </span>
                </div>
              )
            })}
        </div>
      ))}
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const id = useId()
  const field = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries()
  const help = [...useManuals(), ...questionEntries(useQuestions()), ...wordEntries(useGlossary())]
  // Explanations are for who asks: they would only lengthen the list one chooses from.
  const found = find(text.trim() ? [...entries, ...help] : entries, text)
  const chosen = found[Math.min(at, found.length - 1)]
  const pick = (entry: Found | undefined) => {
    if (!entry) return
    // Keys are for the page again at once, not for a field that is fading out.
    document.getElementById(field)?.blur()
    onClose()
    if ('to' in entry.leads) void go(entry.leads.to)
    else entry.leads.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step && event.key !== 'Enter') return
    event.preventDefault()
    if (!step) return pick(chosen)
    const next = chosen ? (found.indexOf(chosen) + step + found.length) % found.length : 0
    setAt(next)
    document.getElementById(found[next]?.id ?? '')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <label className={classes.field}>
        <IconSearch size={22} stroke={1.8} />
        <input
          id={field}
          role="combobox"
          aria-label={t('search.title')}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={chosen?.id}
          aria-autocomplete="list"
          placeholder={t('search.placeholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <Results id={id} found={found} chosen={chosen} onPoint={entry => setAt(found.indexOf(entry))} onPick={pick} />
      <p className={found.length > 0 ? 'bm-hidden' : classes.nothing} role="status">
        {found.length > 0 ? t('search.count', { count: found.length }) : t('search.nothing', { text })}
      </p>
    </>
  )
}

/** Finds areas, devices, pages and actions by their names and by words people use for them; arrow keys choose, Enter opens. */
export default function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('search.title')}
      size={560}
      yOffset="10dvh"
      classNames={{ body: classes.body }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}
