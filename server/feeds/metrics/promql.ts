import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { createPatterns, PatternRefused, type Patterns } from './patterns.ts'

/** Condition on a label; a series without it has the empty text. */
export interface Matcher {
  label: string
  matches: (value: string) => boolean
}

export const OVER_TIME = ['avg', 'min', 'max', 'count'] as const
export const AGGREGATES = ['avg', 'min', 'max', 'sum', 'count'] as const
export const OPERATORS = ['+', '-', '*', '/'] as const

export interface Selector {
  kind: 'selector'
  matchers: Matcher[]
  /** Statistic of the last `window` ms; null takes the newest value. */
  over: { statistic: (typeof OVER_TIME)[number]; window: number } | null
}

export type Expression =
  | { kind: 'number'; value: number }
  | Selector
  | { kind: 'aggregate'; operation: (typeof AGGREGATES)[number]; labels: string[]; without: boolean; of: Expression }
  | { kind: 'binary'; operator: (typeof OPERATORS)[number]; left: Expression; right: Expression }

/** Query that is no PromQL, or more of it than is understood. */
export class QueryRefused extends Error {
  readonly reason: 'unreadable' | 'unknown' | 'pattern' | 'costly' | 'empty'
  /** Part of the query at fault; of one that cannot be read where that begins. */
  readonly part: string
  constructor(reason: QueryRefused['reason'], part: string) {
    super(`${reason}: ${part}`)
    this.reason = reason
    this.part = part
  }
}

/** Expressions within each other: more would be no question of a person. */
const DEEPEST = 20
const MAX_SHOWN = 60

/**
 * The query as it is understood, with patterns of the request it belongs to. Throws {@link QueryRefused}, as matching does later. The
 * grammar is the one that Prometheus publishes.
 */
export const parseQuery = (query: string, patterns: Patterns = createPatterns()): Expression => {
  const tree = parser.parse(query)
  tree.iterate({
    enter: node => {
      if (node.type.isError) throw new QueryRefused('unreadable', query.slice(node.from, node.from + MAX_SHOWN))
    },
  })
  const top = tree.topNode.firstChild
  if (!top) throw new QueryRefused('unreadable', '')
  return createReader(query, patterns).expressionOf(top, 0)
}

/** The conditions of a selector alone, as `match[]` has them. Throws {@link QueryRefused}. */
export const parseSelector = (text: string, patterns: Patterns): Matcher[] => {
  const found = parseQuery(text, patterns)
  if (found.kind !== 'selector' || found.over) throw new QueryRefused('unknown', text.slice(0, MAX_SHOWN))
  return found.matchers
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
}

/** Length of time such as `1h30m` or seconds, in ms; NaN of anything else. */
export const durationOf = (text: string): number => {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  if (!/^[\da-z]{1,40}$/.test(text)) return Number.NaN
  // Numbers and units by turns: `1h30m` is 1, h, 30, m.
  const parts = text.split(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/)
  if (parts.length % 2 > 0) return Number.NaN
  return parts.reduce((sum, part, index) => {
    if (index % 2 === 0) return sum
    return sum + Number(parts[index - 1]) * (UNIT_MS[part] ?? Number.NaN)
  }, 0)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }

/** Text of a literal, in quotes with escapes or as it is in backticks. */
const textOf = (literal: string): string => {
  const inner = literal.slice(1, -1)
  if (literal.startsWith('`')) return inner
  return inner.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four, two, one) =>
    four || two ? String.fromCharCode(Number.parseInt(four ?? two, 16)) : (ESCAPES[one] ?? one),
  )
}

/** Work with patterns, whose refusal is one of the query. */
const refusing = <Result>(pattern: string, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    if (error instanceof PatternRefused) throw new QueryRefused(error.reason, pattern.slice(0, MAX_SHOWN))
    throw error
  }
}

const matcherOf = (patterns: Patterns, label: string, operator: string, value: string): Matcher => {
  if (operator === '=') return { label, matches: given => given === value }
  if (operator === '!=') return { label, matches: given => given !== value }
  const fits = refusing(value, () => patterns.matching(value))
  const matches = (given: string) => refusing(value, () => fits(given))
  return { label, matches: operator === '=~' ? matches : given => !matches(given) }
}

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const isOneOf = <One extends string>(all: readonly One[], one: string): one is One =>
  (all as readonly string[]).includes(one)

const createReader = (query: string, patterns: Patterns) => {
  const of = (node: SyntaxNode): string => query.slice(node.from, node.to)
  const refuse = (node: SyntaxNode): QueryRefused => new QueryRefused('unknown', of(node).slice(0, MAX_SHOWN))

  const matchersOf = (node: SyntaxNode): Matcher[] =>
    childrenOf(node).flatMap(child => {
      if (child.name === 'Identifier') return [matcherOf(patterns, '__name__', '=', of(child))]
      if (child.name !== 'LabelMatchers') throw refuse(child)
      return childrenOf(child).map(matcher => {
        const parts = childrenOf(matcher)
        const [label, operator, value] = parts
        // A name in quotes stands alone.
        if (matcher.name === 'QuotedLabelName') return matcherOf(patterns, '__name__', '=', textOf(of(matcher)))
        if (!label || !operator || !value) throw refuse(matcher)
        const name = matcher.name === 'QuotedLabelMatcher' ? textOf(of(label)) : of(label)
        return matcherOf(patterns, name, of(operator), textOf(of(value)))
      })
    })

  const selectorOf = (node: SyntaxNode, over: Selector['over']): Selector => {
    const matchers = matchersOf(node)
    // As Prometheus has it: a selector that every series fits was meant otherwise.
    if (matchers.every(({ matches }) => matches(''))) throw new QueryRefused('empty', of(node).slice(0, MAX_SHOWN))
    return { kind: 'selector', matchers, over }
  }

  const functionOf = (node: SyntaxNode): Expression => {
    const [name, body] = childrenOf(node)
    const [matrix, ...rest] = body ? childrenOf(body) : []
    const statistic = name ? of(name).replace(/_over_time$/, '') : ''
    if (!name || !of(name).endsWith('_over_time') || !isOneOf(OVER_TIME, statistic)) throw refuse(name ?? node)
    if (matrix?.name !== 'MatrixSelector' || rest.length > 0) throw refuse(node)
    const [selector, duration] = childrenOf(matrix)
    const window = duration ? durationOf(of(duration)) : Number.NaN
    if (selector?.name !== 'VectorSelector' || !(window >= 1000)) throw refuse(matrix)
    return selectorOf(selector, { statistic, window: Math.round(window / 1000) * 1000 })
  }

  const aggregateOf = (node: SyntaxNode, depth: number): Expression => {
    const children = childrenOf(node)
    const named = (name: string) => children.find(child => child.name === name)
    const [operation, modifier, body] = [named('AggregateOp'), named('AggregateModifier'), named('FunctionCallBody')]
    const [inner, ...rest] = body ? childrenOf(body) : []
    const name = operation ? of(operation).toLowerCase() : ''
    if (!isOneOf(AGGREGATES, name)) throw refuse(operation ?? node)
    if (!inner || rest.length > 0) throw refuse(node)
    const [kind, labels] = modifier ? childrenOf(modifier) : []
    return {
      kind: 'aggregate',
      operation: name,
      labels: labels ? childrenOf(labels).map(of) : [],
      without: kind?.name === 'Without',
      of: expressionOf(inner, depth + 1),
    }
  }

  const binaryOf = (node: SyntaxNode, depth: number): Expression => {
    const [left, sign, right, ...rest] = childrenOf(node)
    const operator = sign ? of(sign) : ''
    if (!left || !right || rest.length > 0 || !isOneOf(OPERATORS, operator)) throw refuse(node)
    const sides = { left: expressionOf(left, depth + 1), right: expressionOf(right, depth + 1) }
    if (!isNumber(sides.left) && !isNumber(sides.right)) throw refuse(node)
    return { kind: 'binary', operator, ...sides }
  }

  const numberOf = (node: SyntaxNode): Expression => {
    const value = Number(of(node))
    if (!Number.isFinite(value)) throw refuse(node)
    return { kind: 'number', value }
  }

  const negativeOf = (node: SyntaxNode, depth: number): Expression => {
    const [sign, operand] = childrenOf(node)
    if (!sign || !operand) throw refuse(node)
    const right = expressionOf(operand, depth + 1)
    return of(sign) === '-' ? { kind: 'binary', operator: '*', left: { kind: 'number', value: -1 }, right } : right
  }

  const expressionOf = (node: SyntaxNode, depth: number): Expression => {
    if (depth > DEEPEST) throw refuse(node)
    switch (node.name) {
      case 'NumberDurationLiteral':
        return numberOf(node)
      case 'ParenExpr':
        return expressionOf(node.firstChild ?? node, depth + 1)
      case 'UnaryExpr':
        return negativeOf(node, depth)
      case 'VectorSelector':
        return selectorOf(node, null)
      case 'FunctionCall':
        return functionOf(node)
      case 'AggregateExpr':
        return aggregateOf(node, depth)
      case 'BinaryExpr':
        return binaryOf(node, depth)
      default:
        throw refuse(node)
    }
  }
  return { expressionOf }
}

/** Tells whether an expression is a number, whatever is measured. */
export const isNumber = (expression: Expression): boolean =>
  expression.kind === 'number' ||
  (expression.kind === 'binary' && isNumber(expression.left) && isNumber(expression.right))
