import { useQuery } from '@tanstack/react-query'

/** White modules around a code, which readers need. */
const QUIET = 4

/** Dark modules of a code as one path; the library is loaded when the first code is shown. */
const drawing = async (text: string): Promise<{ path: string; size: number }> => {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const dark = Array.from({ length: size * size }, (_, at) => at).filter(at => modules.data[at])
  const path = dark.map(at => `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`).join('')
  return { path, size: size + 2 * QUIET }
}

/** A QR code. Always dark on white, also in the dark scheme: readers and paper want it so. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => drawing(text),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <span style={{ display: 'block', width: size, height: size }} className="bm-skeleton" />
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
    >
      <rect width={data.size} height={data.size} fill="#fff" />
      <path d={data.path} fill="#000" />
    </svg>
  )
}
