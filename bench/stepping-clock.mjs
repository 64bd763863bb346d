// The clock of a process, set forward or back by what a file says (ms), as one that was wrong and is put right. Loaded before the
// program: `--import bench/stepping-clock.mjs`, with the file in CLOCK_STEP.
import { readFileSync } from 'node:fs'

const LOOK_MS = 200
const RealDate = Date
let step = 0

const look = () => {
  try {
    step = Number(readFileSync(process.env.CLOCK_STEP ?? '', 'utf8')) || 0
  } catch {
    step = 0
  }
}
look()
setInterval(look, LOOK_MS).unref()

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(RealDate.now() + step)
  }
  static now() {
    return RealDate.now() + step
  }
}
