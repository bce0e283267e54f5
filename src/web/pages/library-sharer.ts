import type { SharedTexture } from '../../domain/library/listing.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'

export const libraryPath = '/library'

/** Renders who shares a texture, as a link to all that this player shares. */
export const sharer = (site: Site, { text }: PageContext, { by }: Pick<SharedTexture, 'by'>): Html =>
  html`<a href="${site.href(`${libraryPath}?by=${encodeURIComponent(by.name)}`)}">${text.library.by(by.name)}</a>`
