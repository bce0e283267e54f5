import type { WardrobeTexture } from '../../../domain/wardrobe/list.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'

export const picture = (
  site: Site,
  hash: string,
  view: 'front' | 'back',
  model: string | null,
  alt = '',
): Html =>
  html`<img src="${site.href(`/skinsystem/render/${hash}.png?height=128${view === 'back' ? '&view=back' : ''}${model === 'slim' ? '&model=slim' : ''}`)}" alt="${alt}" loading="lazy">`

/** Renders both sides of a skin, or the one of a cape that is seen. A style gives them their size. */
export const pictures = (
  site: Site,
  {
    hash,
    kind,
    model,
    isTakenDown,
  }: Pick<WardrobeTexture, 'hash' | 'kind' | 'model'> & { isTakenDown?: boolean },
  alt?: string,
): Html =>
  html`<span class="worn-by"${kind === 'cape' && html` data-cape`}>${isTakenDown !== true && html`${picture(site, hash, 'front', model, alt)}${kind === 'skin' && picture(site, hash, 'back', model)}`}</span>`

export const kindWords = (
  { text: { wardrobe } }: PlayerPageContext,
  { kind, model }: Pick<WardrobeTexture, 'kind' | 'model'>,
): string => wardrobe.kinds[model === 'slim' ? 'slim' : kind]
