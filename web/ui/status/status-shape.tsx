import type { ReactNode } from 'react'
import type { Status } from './status.ts'

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const SHAPES: Record<Status, ReactNode> = {
  good: (
    <>
      <circle cx="10" cy="10" r="8.4" fill="var(--bm-good)" />
      <path d="m6.2 10.3 2.6 2.6 5-5.4" {...line} stroke="var(--bm-card)" strokeWidth="2" />
    </>
  ),
  attention: (
    <>
      <path
        d="M10 2.4 18.4 17H1.6Z"
        fill="var(--bm-attnFill)"
        stroke="var(--bm-attn)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="M10 7.4v4.4" {...line} stroke="var(--bm-onAttn)" strokeWidth="1.9" />
      <circle cx="10" cy="14.3" r="1.1" fill="var(--bm-onAttn)" />
    </>
  ),
  act_now: (
    <>
      <path d="M6.4 1.4h7.2l5 5v7.2l-5 5H6.4l-5-5V6.4Z" fill="var(--bm-shape, var(--bm-badFill))" />
      <path d="M10 5.2v5.6" {...line} stroke="var(--bm-mark, var(--bm-onBad))" strokeWidth="2.2" />
      <circle cx="10" cy="14.2" r="1.3" fill="var(--bm-mark, var(--bm-onBad))" />
    </>
  ),
  too_cold: (
    <>
      <path
        d="M3.5 1.6h13A1.5 1.5 0 0 1 18 3.1v8.2l-8 7.3-8-7.3V3.1a1.5 1.5 0 0 1 1.5-1.5Z"
        fill="var(--bm-coldFill)"
      />
      <path d="M10 4.6v7.6m-3-2.7 3 3 3-3" {...line} stroke="var(--bm-card)" strokeWidth="1.9" />
    </>
  ),
  no_data: (
    <>
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--bm-none)" strokeWidth="1.8" strokeDasharray="3.2 2.6" />
      <path d="M6.8 10h6.4" {...line} stroke="var(--bm-none)" strokeWidth="1.9" />
    </>
  ),
  not_graded: (
    <>
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--bm-none)" strokeWidth="1.8" />
      <path d="M6.8 10h6.4" {...line} stroke="var(--bm-none)" strokeWidth="1.9" />
    </>
  ),
  stale: (
    <>
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--bm-none)" strokeWidth="1.8" strokeDasharray="3.2 2.6" />
      <path d="M10 5.6V10l3 2" {...line} stroke="var(--bm-none)" strokeWidth="1.9" />
    </>
  ),
  pending: (
    <>
      <rect
        x="2"
        y="2"
        width="16"
        height="16"
        rx="4"
        fill="none"
        stroke="var(--bm-ink2)"
        strokeWidth="1.7"
        strokeDasharray="3 2.4"
      />
      <path d="M6.4 10h.01M10 10h.01M13.6 10h.01" {...line} stroke="var(--bm-ink2)" strokeWidth="2.4" />
    </>
  ),
  on_it: (
    <>
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--bm-steel)" strokeWidth="1.8" />
      <path d="m6.4 10.3 2.4 2.4 4.8-5.2" {...line} stroke="var(--bm-steel)" strokeWidth="1.9" />
    </>
  ),
}

/** The shape of a state. Decoration: its word always stands beside it. */
export function StatusShape({ status, size = 20 }: { status: Status; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {SHAPES[status]}
    </svg>
  )
}
