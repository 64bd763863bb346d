/** The barn with the dial. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path
        d="M4 35.5V15.6L10 7.2 20 3l10 4.2 6 8.4v19.9a1.5 1.5 0 0 1-1.5 1.5h-29A1.5 1.5 0 0 1 4 35.5Z"
        fill="var(--bm-steel)"
      />
      <path
        d="M10.2 30.5a11.2 11.2 0 1 1 19.6 0"
        fill="none"
        stroke="var(--bm-face)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M20 25.2 13.2 18.2" stroke="var(--bm-brass)" strokeWidth="2.2" strokeLinecap="round" />
      <path d="M20 25.2 26.6 17.4" stroke="var(--bm-face)" strokeWidth="2.8" strokeLinecap="round" />
      <circle cx="20" cy="25.2" r="2.7" fill="var(--bm-face)" />
    </svg>
  )
}
