import { renderUnicodeCompact } from 'uqr'

const whiteOnBlack = '\u001B[97;40m'
const asBefore = '\u001B[0m'

/** A QR code for a terminal: dark on light, as scanners want it, whatever the terminal's own colours are. */
export function qrCode(text: string): string {
  // Its blocks are the light modules.
  const lines = renderUnicodeCompact(text, { border: 2 }).split('\n')
  return lines.map((line) => `${whiteOnBlack}${line}${asBefore}`).join('\n')
}
