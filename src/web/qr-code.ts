import { encode } from 'uqr'
import { type Html, html } from '../lib/html.ts'

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const quietZone = 4

/**
 * Of the eight masks, all of which every reader knows, the one that is most often best for addresses of this form. To
 * find the best of each would be nine tenths of the work.
 */
const maskPattern = 2

/** A QR code as a picture in the page, black on white in both themes. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 0, maskPattern })
  const side = size + 2 * quietZone
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="-${quietZone} -${quietZone} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M-${quietZone}-${quietZone}h${side}v${side}h-${side}z"/><path d="${data.map(darkRuns).join('')}"/></svg>`
}

/** The dark modules of a line. */
function darkRuns(line: readonly boolean[], y: number): string {
  let path = ''
  for (let x = line.indexOf(true), end = 0; x >= 0; x = line.indexOf(true, end)) {
    const light = line.indexOf(false, x)
    end = light < 0 ? line.length : light
    path += `M${x} ${y}h${end - x}v1h${x - end}z`
  }
  return path
}
