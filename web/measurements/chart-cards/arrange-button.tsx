import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useFormat } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from '../page/data.module.css'
import type { Subject } from '../page/subject.ts'
import type { ArrangedCharts } from './arrangement.ts'
import { chartName } from './groups.ts'

const ArrangeDialog = lazyPart(() => import('./arrange-dialog.tsx'))

interface Props {
  subject: Subject
  arranged: ArrangedCharts
  lists: TaxonomyLists
}

/** Opens the order of the charts. */
export function ArrangeButton(props: Props) {
  const { t } = useTranslation('measurements')
  const [opened, dialog] = useDisclosure()
  const { length: hidden } = props.arranged.hidden
  return (
    <>
      <button type="button" className={classes.toggle} data-on={hidden > 0 || undefined} onClick={dialog.open}>
        <IconArrowsSort size={18} stroke={1.8} />
        {t('arrange.open')}
      </button>
      <Dialog {...props} opened={opened} onClose={dialog.close} />
    </>
  )
}

/** Names the charts that are hidden, so that nobody looks for them in vain. */
export function HiddenCharts(props: Props) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const [opened, dialog] = useDisclosure()
  const names = props.arranged.hidden.map(chart => chartName(chart, t))
  if (names.length === 0) return null
  return (
    <p className={classes.small}>
      {t('arrange.hidden', { count: names.length, names: format.list(names) })}{' '}
      <button type="button" className="bm-link" onClick={dialog.open}>
        {t('arrange.change')}
      </button>
      <Dialog {...props} opened={opened} onClose={dialog.close} />
    </p>
  )
}

function Dialog({ subject, arranged, lists, opened, onClose }: Props & { opened: boolean; onClose: () => void }) {
  const areaType = lists.area_types.find(({ id }) => id === subject.area_type_id)?.name
  return (
    <LazyOverlay when={opened} onFailed={onClose}>
      {isOpen => (
        <ArrangeDialog
          opened={isOpen}
          all={arranged.all}
          hidden={arranged.hidden}
          areaTypeId={subject.area_type_id}
          areaType={areaType}
          onClose={onClose}
        />
      )}
    </LazyOverlay>
  )
}
