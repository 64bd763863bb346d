import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconDeviceFloppy, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checklist, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { refresh } from '../../../kit/api/query.ts'
import { clockIn } from '../../../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../../../kit/pages/page.tsx'
import { linkTo } from '../../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../../kit/routing/link.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx'
import { checklistsScreen } from '../../screens.ts'
import { ListColumn } from '../list-column.tsx'
import { AboutDialog } from './about-dialog.tsx'
import { type ChecklistDraft, checklistDraftOf, itemProblemOf, NO_LIST, type Problem } from './draft.ts'
import classes from './editor.module.css'
import { ChecklistOvertakenDialog } from './overtaken-dialog.tsx'
import { PreviewColumn } from './preview-column.tsx'
import { TemplateColumn } from './template-column.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { useChecklistSaving } from './use-saving.ts'

const PANES = ['template', 'list', 'preview'] as const

interface Props {
  /** Name of the draft that is kept. */
  name: string
  /** The list that is changed, or copied; null for one from scratch. */
  checklist: Checklist | null
  fresh: boolean
  template: readonly TemplateCategory[]
  lists: TaxonomyLists
  locations: readonly Location[]
}

function KeptAt({ at }: { at: number | null }) {
  const { t } = useTranslation('checklists')
  if (at === null) return null
  const time = clockIn(at, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <span className={classes.kept}>
      <IconDeviceFloppy size={18} stroke={1.8} aria-hidden="true" /> {t('kept', { time })}
    </span>
  )
}

function Head({
  editor,
  busy,
  onAbout,
  onSave,
}: {
  editor: Editor
  busy: boolean
  onAbout: () => void
  onSave: () => void
}) {
  const { t } = useTranslation(['checklists', 'ui'])
  const { name, area_ids } = editor.draft
  return (
    <header className={classes.head}>
      <PageHeading className={classes.title}>{name || t('new_list')}</PageHeading>
      <ActionIcon variant="default" size={44} aria-label={t('about')} onClick={onAbout}>
        <IconPencil size={20} stroke={1.8} />
      </ActionIcon>
      {area_ids.length > 0 && <span className="bm-tag">{t('used', { count: area_ids.length })}</span>}
      <span className={classes.space} />
      <KeptAt at={editor.keptAt} />
      <div className={classes.actionBar}>
        <Button variant="default" component={ScreenLink} to={linkTo(checklistsScreen)}>
          {t('ui:cancel')}
        </Button>
        <Button loading={busy} leftSection={<IconCheck size={20} stroke={2} />} onClick={onSave}>
          {t('ui:save')}
        </Button>
      </div>
    </header>
  )
}

const useSource = ({ checklist, fresh }: Pick<Props, 'checklist' | 'fresh'>) => {
  const { t } = useTranslation('checklists')
  // List as it was read when the editor opened: one that is read again changes nothing below the fingers.
  const [source] = useState(() => {
    const saved: ChecklistDraft = checklist ? checklistDraftOf(checklist) : NO_LIST
    const copied = fresh && checklist ? { ...saved, name: t('copy_of', { name: checklist.name }), area_ids: [] } : saved
    const keys = checklist?.items.map(({ key }) => key) ?? []
    // The server knows what the origin of a list saved before needs, and says it.
    const fixed = fresh ? (checklist?.items.filter(({ required }) => required).map(({ key }) => key) ?? []) : []
    return { saved: copied, version: checklist?.version ?? 0, known: new Set(keys), fixed: new Set(fixed) }
  })
  return source
}

const problemsOf = ({ items }: ChecklistDraft): Map<string, Problem> =>
  new Map(
    items.flatMap(item => {
      const problem = itemProblemOf(item)
      return problem ? [[item.key, problem] as const] : []
    }),
  )

/** Problems of a draft. None is shown before somebody wants to save; from then on they follow what is written. */
const useProblems = (draft: ChecklistDraft) => {
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) document.querySelector<HTMLElement>('[data-pane="list"] [data-wrong][data-opened] input')?.focus()
  }, [tries])
  return {
    problems: tries > 0 ? problemsOf(draft) : new Map<string, Problem>(),
    /** The first wrong item, which gets the focus; null for none. */
    check: (): string | null => {
      const [first] = problemsOf(draft).keys()
      setTries(first === undefined ? 0 : tries + 1)
      return first ?? null
    },
  }
}

export function ChecklistEditing({ name, checklist, fresh, template, lists, locations }: Props) {
  const { t } = useTranslation('checklists')
  const go = useGo()
  const client = useQueryClient()
  const { fixed, ...source } = useSource({ checklist, fresh })
  const editor = useEditor({ name, ...source })
  const { draft } = editor
  const [pane, setPane] = useState<(typeof PANES)[number]>('list')
  const [about, setAbout] = useState(source.saved.name === '' && draft.name === '')
  const { problems, check } = useProblems(draft)
  const saving = useChecklistSaving({
    id: fresh ? null : (checklist?.id ?? null),
    copiedFrom: fresh ? (checklist?.id ?? null) : null,
    onSaved: async () => {
      editor.forget()
      await go(linkTo(checklistsScreen), { ignoreBlocker: true })
    },
  })
  usePageName(draft.name || t('new_list'))
  const save = () => {
    if (draft.name.trim() === '') return setAbout(true)
    const wrong = check()
    if (wrong === null) return void saving.save(draft, editor.version)
    setPane('list')
    editor.open(wrong)
  }
  const takeTheirs = async () => {
    editor.forget()
    await refresh(client, [api.listChecklists])
    await go(linkTo(checklistsScreen), { ignoreBlocker: true })
  }
  return (
    <div className={classes.page}>
      <Head editor={editor} busy={saving.busy} onAbout={() => setAbout(true)} onSave={save} />
      {editor.resumed && (
        <Note status="pending">
          {t('resumed')}{' '}
          <button type="button" className="bm-link" onClick={editor.startOver}>
            {t('start_over')}
          </button>
        </Note>
      )}
      {saving.failure && <Note status="act_now">{saving.failure}</Note>}
      {problems.size > 0 && <Note status="attention">{t('wrong', { count: problems.size })}</Note>}
      <Segments
        className={classes.panes}
        aria-label={t('panes')}
        fullWidth
        value={pane}
        onChange={setPane}
        data={PANES.map(value => ({ value, label: t(`pane.${value}`) }))}
      />
      <div className={classes.columns} data-visible={pane}>
        <TemplateColumn template={template} editor={editor} />
        <ListColumn editor={editor} fixed={fixed} problems={problems} />
        <PreviewColumn name={draft.name} items={draft.items} />
      </div>
      <AboutDialog opened={about} editor={editor} lists={lists} locations={locations} onClose={() => setAbout(false)} />
      <ChecklistOvertakenDialog
        opened={saving.overtaken}
        name={draft.name}
        busy={saving.busy}
        failure={saving.failure}
        onMine={() => void saving.saveOver(draft)}
        onTheirs={() => void takeTheirs()}
        onClose={saving.back}
      />
      <LeaveGuard when={editor.dirty && !saving.busy} text={t('leave')} />
    </div>
  )
}
