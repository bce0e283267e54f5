import { encode } from 'uqr'
import { type Html, html } from '../lib/html.ts'

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const quietZone = 4

/**
 * Of the eight masks, which readers know all of, the one that is most often best for addresses of this form. To
 * find the best for each would be four fifths of the work of the whole page.
 */
const maskPattern = 2

/** A QR code as a picture in the page, black on white in both themes. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: quietZone, maskPattern })
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${data.map(darkRuns).join('')}"/></svg>`
}

/** The dark modules of a line; the quiet zone ends the last run. */
function darkRuns(line: readonly boolean[], y: number): string {
  let path = ''
  for (let x = line.indexOf(true), end; x >= 0; x = line.indexOf(true, end)) {
    end = line.indexOf(false, x)
    path += `M${x} ${y}h${end - x}v1h${x - end}z`
  }
  return path
}
