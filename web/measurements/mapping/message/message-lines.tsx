import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#shared/rules/ingest/message-path.ts'
import classes from '../mapping.module.css'
import { messagePathKeyOf } from '../tried.ts'

interface Props {
  value: unknown
  /** Outcome of each place of the message. */
  places: ReadonlyMap<string, string>
  /** Undefined where nothing may be changed. */
  onChoose?: ((path: string) => void) | undefined
}

type Names = readonly (string | number)[]

/** Levels shown of a message: what comes in at a transport is no deeper; what is pasted may be. */
const DEEPEST = 20

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const shortOf = (value: object): string => {
  const inside = Object.keys(value).length === 0 ? '' : '…'
  return Array.isArray(value) ? `[${inside}]` : `{${inside}}`
}

function Leaf({ value, names, places, onChoose }: Props & { names: Names }) {
  const { t } = useTranslation('mapping')
  const text = JSON.stringify(value)
  const path = pathOf(names)
  const became = places.get(messagePathKeyOf(names))
  if (!onChoose)
    return (
      <span className={classes.leaf} data-became={became} data-place={messagePathKeyOf(names)}>
        {text}
      </span>
    )
  return (
    <button
      type="button"
      className={classes.leaf}
      data-became={became}
      data-place={messagePathKeyOf(names)}
      aria-label={`${text}. ${t('add_value', { path: path || t('whole') })}`}
      onClick={() => onChoose(path)}
    >
      {text}
    </button>
  )
}

function Line({ depth, children }: { depth: number; children: ReactNode }) {
  return (
    <span className={classes.line} style={{ paddingLeft: `${depth * 1.1}em` }}>
      {children}
    </span>
  )
}

function Part({ name, value, names, last, ...props }: Props & { name: string | null; names: Names; last: boolean }) {
  const depth = names.length
  const head = name === null ? '' : `${JSON.stringify(name)}: `
  const comma = last ? '' : ','
  if (!isObject(value) || Object.keys(value).length === 0 || depth >= DEEPEST)
    return (
      <Line depth={depth}>
        {head}
        {isObject(value) ? shortOf(value) : <Leaf {...props} {...{ value, names }} />}
        {comma}
      </Line>
    )
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  return (
    <>
      <Line depth={depth}>
        {head}
        {isList ? '[' : '{'}
      </Line>
      {entries.map(([inner, part], index) => (
        <Part
          key={inner}
          {...props}
          name={isList ? null : inner}
          value={part}
          names={[...names, isList ? index : inner]}
          last={index === entries.length - 1}
        />
      ))}
      <Line depth={depth}>
        {isList ? ']' : '}'}
        {comma}
      </Line>
    </>
  )
}

/** A message as JSON, each of its values a button that adds a row for it. */
export function MessageLines(props: Props) {
  return (
    <div className={`bm-mono ${classes.lines}`} data-message>
      <Part {...props} name={null} names={[]} last />
    </div>
  )
}
