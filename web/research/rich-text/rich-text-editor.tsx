import { Button, TextInput } from '@mantine/core'
import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSubscript,
  IconSuperscript,
} from '@tabler/icons-react'
import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLinkAddress } from '#shared/rules/formats/rich-text.ts'
import classes from './rich-text.module.css'
import type { RichTextProps } from './rich-text-field.tsx'
import { documentOf, schema, textOf } from './schema.ts'

const { marks, nodes } = schema

const hasMark = ({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean =>
  selection.empty
    ? (storedMarks ?? selection.$from.marks()).some(mark => mark.type === type)
    : doc.rangeHasMark(selection.from, selection.to, type)

const isWithin = ({ selection: { $from } }: EditorState, type: NodeType): boolean =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(node => node.type === type)

/** Makes a block of a kind, or what it was before. */
const toggleBlock =
  (type: NodeType): Command =>
  (state, dispatch) => {
    if (type === nodes.heading) return setBlockType(isWithin(state, type) ? nodes.paragraph : type)(state, dispatch)
    if (type === nodes.blockquote) return isWithin(state, type) ? lift(state, dispatch) : wrapIn(type)(state, dispatch)
    return isWithin(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch)
  }

const TOOLS: [
  name: 'bold' | 'italic' | 'sub' | 'sup' | 'heading' | 'bullets' | 'numbers' | 'quote',
  icon: Icon,
  type: MarkType | NodeType,
][] = [
  ['bold', IconBold, marks.strong],
  ['italic', IconItalic, marks.em],
  ['sub', IconSubscript, marks.sub],
  ['sup', IconSuperscript, marks.sup],
  ['heading', IconHeading, nodes.heading],
  ['bullets', IconList, nodes.bullet_list],
  ['numbers', IconListNumbers, nodes.ordered_list],
  ['quote', IconBlockquote, nodes.blockquote],
]

const isMark = (type: MarkType | NodeType): type is MarkType => Object.values(marks).includes(type as MarkType)
const isOn = (state: EditorState, type: MarkType | NodeType): boolean =>
  isMark(type) ? hasMark(state, type) : isWithin(state, type)

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab is left alone: by it people leave the field. */
const keys = (onLink: () => void) => [
  keymap({
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-k': () => {
      onLink()
      return true
    },
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Shift-Enter': breakLine,
    Enter: splitListItem(nodes.list_item),
  }),
  keymap(baseKeymap),
]

const RULES = inputRules({
  rules: [wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list), wrappingInputRule(/^1\.\s$/, nodes.ordered_list)],
})

/** The link at the selection with its ends, if there is one. */
const linkAt = (state: EditorState): { href: string; from: number; to: number } | null => {
  const { $from } = state.selection
  const index = $from.index()
  const node = $from.parent.maybeChild(index)
  const mark = node && marks.link.isInSet(node.marks)
  if (!node || !mark) return null
  const from = $from.posAtIndex(index)
  return { href: mark.attrs.href as string, from, to: from + node.nodeSize }
}

/** An address as people type one. */
const addressOf = (typed: string): string => {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  return text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`
}

const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const known = linkAt(state)
    const { from, to, empty } = state.selection
    const range = empty && known ? known : { from, to }
    const { tr } = state
    if (href !== null && range.from === range.to) tr.insertText(href.replace(/^mailto:/, ''), from)
    const end = href !== null && range.from === range.to ? tr.mapping.map(to) : range.to
    tr.removeMark(range.from, end, marks.link)
    if (href !== null) tr.addMark(range.from, end, marks.link.create({ href }))
    tr.setSelection(TextSelection.create(tr.doc, end))
    dispatch?.(tr)
    return true
  }

interface LinkFormProps {
  href: string
  onSet: (href: string | null) => void
  onClose: () => void
}

function LinkForm({ href, onSet, onClose }: LinkFormProps) {
  const { t } = useTranslation(['projects', 'ui'])
  const [typed, setTyped] = useState(href)
  const isGood = isLinkAddress(addressOf(typed)) && typed.trim() !== ''
  const set = () => isGood && onSet(addressOf(typed))
  return (
    <div className={classes.link}>
      <TextInput
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        ref={field => field?.focus()}
        label={t('rich_text.address')}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter') return
          // Enter would save the whole form.
          event.preventDefault()
          set()
        }}
      />
      <Button variant="light" disabled={!isGood} onClick={set}>
        {t('rich_text.set')}
      </Button>
      {href !== '' && (
        <Button variant="default" onClick={() => onSet(null)}>
          {t('rich_text.unset')}
        </Button>
      )}
      <Button variant="subtle" onClick={onClose}>
        {t('ui:cancel')}
      </Button>
    </div>
  )
}

/** Editor of a rich text with its tools; keys do what they do in other editors. */
export default function RichTextEditor({ id, value, error, onChange }: RichTextProps & { id: string }) {
  const { t } = useTranslation('projects')
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [linking, setLinking] = useState<string | null>(null)
  const told = useRef(onChange)
  told.current = onChange
  const first = useRef(value)
  useEffect(() => {
    if (!box.current) return
    const openLink = () => view.current && setLinking(linkAt(view.current.state)?.href ?? '')
    const editor = new EditorView(box.current, {
      state: EditorState.create({ doc: documentOf(first.current), plugins: [RULES, ...keys(openLink), history()] }),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        'aria-describedby': `${id}-help`,
        class: classes.text ?? '',
      },
      handleDOMEvents: {
        keydown: (_, event) => {
          // The same key opens the search everywhere else.
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.stopPropagation()
          return false
        },
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) told.current(textOf(next.doc))
      },
    })
    view.current = editor
    setState(editor.state)
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [id])
  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch)
    editor.focus()
  }
  const setHref = (href: string | null) => {
    run(setLink(href))
    setLinking(null)
  }
  return (
    <div className={classes.box} data-wrong={error !== undefined || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read out with each tool */}
      <div className={classes.tools} role="group" aria-label={t('rich_text.tools')}>
        {TOOLS.map(([name, ToolIcon, type]) => (
          <button
            key={name}
            type="button"
            className={classes.tool}
            aria-label={t(`rich_text.${name}`)}
            title={t(`rich_text.${name}`)}
            aria-pressed={state !== null && isOn(state, type)}
            // The selection stays where it is.
            onMouseDown={event => event.preventDefault()}
            onClick={() => run(isMark(type) ? toggleMark(type) : toggleBlock(type))}
          >
            <ToolIcon size={20} stroke={1.9} aria-hidden="true" />
          </button>
        ))}
        <button
          type="button"
          className={classes.tool}
          aria-label={t('rich_text.link')}
          title={t('rich_text.link')}
          aria-pressed={state !== null && linkAt(state) !== null}
          onMouseDown={event => event.preventDefault()}
          onClick={() => state && setLinking(linkAt(state)?.href ?? '')}
        >
          <IconLink size={20} stroke={1.9} aria-hidden="true" />
        </button>
      </div>
      {linking !== null && (
        <LinkForm
          href={linking}
          onSet={setHref}
          onClose={() => {
            setLinking(null)
            view.current?.focus()
          }}
        />
      )}
      <div ref={box} className={classes.editor} />
    </div>
  )
}
