import { renderUnicodeCompact } from 'uqr'

const whiteOnBlack = '\u001B[97;40m'
const asBefore = '\u001B[0m'

/** Renders a QR code for a terminal: dark on light, as scanners need it, whatever the terminal's colours are. */
export function qrCode(text: string): string {
  // The block characters are the light modules.
  const lines = renderUnicodeCompact(text, { border: 2 }).split('\n')
  return lines.map((line) => `${whiteOnBlack}${line}${asBefore}`).join('\n')
}
