// GET /account/wardrobe and POSTs below it: what an account keeps, for one of its players to wear.
import type { Context } from '../../../domain/context.ts'
import { setFormerSkin } from '../../../domain/game/former-skins.ts'
import { removeTexture } from '../../../domain/game/set-textures.ts'
import { addToWardrobe } from '../../../domain/wardrobe/add.ts'
import { keptWorn, type WardrobeTexture, wardrobeCount, wardrobeOf } from '../../../domain/wardrobe/list.ts'
import { nameOfFile } from '../../../domain/wardrobe/names.ts'
import { keepRecent, recentSkins } from '../../../domain/wardrobe/recent.ts'
import { shelfWorn, shelvesOf } from '../../../domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../../domain/wardrobe/wear.ts'
import { textureBodyLimit } from '../../../http/body/uploaded-texture.ts'
import { placeUpload } from '../../../http/body/uploads.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { type TextureKind, textureKinds } from '../../../model/game/texture.ts'
import { actorOf, type PlayerPageContext, playerActor } from '../../context/page-context.ts'
import type { Flash } from '../../context/text.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { turnScript } from '../../layout/portrait.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { ofPlayer, playerPages } from './player.ts'
import { chosenKind, type Typed } from './wardrobe-add.ts'
import { wardrobeContent } from './wardrobe-content.ts'
import { declined } from './wardrobe-declined.ts'
import { sharingPages } from './wardrobe-sharing.ts'
import { wardrobeTexturePages } from './wardrobe-texture.ts'

const here = '/account/wardrobe'

/** The most textures on one page. */
const shownAtOnce = 8

/** The most bytes of all of them, and those of one: its name is written six times. Fewer are shown with the longest names. */
const bytesOfAll = 8500
const bytesOfOne = (name: string) => 850 + 6 * Buffer.byteLength(html`${name}`.text)

/** The most textures of groups, their bytes, and those of one. */
const ofShelves = {
  atOnce: 6,
  bytes: 4_000,
  bytesOfOne: (name: string) => 560 + 2 * Buffer.byteLength(html`${name}`.text),
}

export function wardrobePage(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)
  const home = (page: PlayerPageContext, after?: string, name = 'after') => {
    const path = ofPlayer(page, here)
    return after === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${after}`
  }

  const show = async (page: PlayerPageContext, answer: Partial<Page> = {}, typed?: Typed): Promise<Page> => {
    const { player } = page
    const after = idIn(page, 'after')
    const shelf = idIn(page, 'shelf')
    const [found, count, worn, recent, fromShelf, onShelves] = await Promise.all([
      wardrobeOf(context, player, { after, limit: shownAtOnce + 1 }),
      wardrobeCount(context, player),
      keptWorn(context, player),
      recentSkins(context, player),
      shelfWorn(context, player),
      shelvesOf(context, player, { after: shelf, limit: ofShelves.atOnce + 1 }),
    ])
    const shown = fitting(found)
    const textures = fitting(onShelves, ofShelves)
    const last = onShelves.length > textures.length ? textures.at(-1)?.id : undefined
    const shelves = {
      textures,
      first: shelf === undefined ? undefined : `${home(page)}#shelves`,
      next: last === undefined ? undefined : `${home(page, last, 'shelf')}#shelves`,
    }
    const next = found.length > shown.length ? home(page, shown.at(-1)?.id) : undefined
    return {
      heading: page.text.account.menu.wardrobe.heading,
      isWide: true,
      scripts: ['wardrobe.js', turnScript],
      hasPictures: true,
      here: site.href(home(page)),
      content: wardrobeContent(
        context,
        site,
        page,
        {
          shown,
          count,
          worn,
          recent,
          fromShelf,
          shelves,
          after,
          next,
          hasRules: context.settings.valueOf('rules') !== null,
        },
        typed,
      ),
      ...answer,
    }
  }

  /** Does something, or says on the page why not. */
  const act = async (
    page: PlayerPageContext,
    fields: FormFields,
    flash: Flash,
    work: () => Promise<void>,
  ): Promise<PageAnswer> => {
    try {
      await work()
    } catch (error) {
      return show(page, declined(context, page, error))
    }
    return { to: home(page, parseUuid(fields.text('after'))), flash }
  }

  get(here, (page) => show(page))
  // A reload after a rejected form is a GET of the form's path.
  for (const path of ['wear', 'again', 'keep', 'remove-skin', 'remove-cape'])
    get(`${here}/${path}`, (page) => ({ to: home(page) }))

  const add = async (page: PlayerPageContext, fields: FormFields): Promise<PageAnswer> => {
    const { name } = fields.trimmed('name')
    const files = fields.files('file')
    const typed: Typed = { name, kind: fields.text('kind') }
    const problems: { file: string; answer: Partial<Page> & Typed }[] = []
    const refuse = (file: string, error: unknown) => {
      const { invalidName, ...answer } = declined(context, page, error)
      problems.push({ file, answer: { ...answer, ...(invalidName && { invalidName }) } })
    }
    if (files.length === 0) refuse('', new Refused('texture_missing'))
    for (const file of files) {
      const own = files.length === 1 && name !== '' ? name : undefined
      const sent = { png: Buffer.from(await file.arrayBuffer()), ...chosenKind(typed.kind) }
      const named = own ?? nameOfFile(file.name) ?? page.text.wardrobe.kinds[sent.kind ?? 'skin']
      await addToWardrobe(context, actorOf(page), page.player, { ...sent, name: named }).catch(
        (error: unknown) => refuse(file.name, error),
      )
    }
    const [first] = problems
    if (!first) return { to: home(page), flash: 'wardrobe.added' }
    const { invalidName, ...answer } = first.answer
    const alert =
      files.length < 2
        ? answer.alert
        : html`${problems.map(({ file, answer: { alert: why } }, at) => html`${at > 0 && html`<br>`}<bdi>${file}</bdi>: ${why}`)}`
    return show(page, { ...answer, alert }, { ...typed, invalidFile: !invalidName, invalidName })
  }
  post(here, add, {
    bodyLimit: textureBodyLimit,
    onRequest: placeUpload(context),
    tooLarge: (page) =>
      show(page, { status: 413, alert: page.text.skin.problems.texture_too_large }, { invalidFile: true }),
  })

  post(`${here}/wear`, (page, fields) => {
    const id = parseUuid(fields.text('id')) ?? ''
    return act(page, fields, 'wardrobe.worn', () =>
      wearFromWardrobe(context, playerActor(page), page.player, id),
    )
  })
  post(`${here}/again`, (page, fields) =>
    act(page, fields, 'wardrobe.worn', () =>
      setFormerSkin(context, playerActor(page), page.player.id, fields.text('skin')),
    ),
  )
  post(`${here}/keep`, (page, fields) => {
    const kind: TextureKind = fields.has('cape') ? 'cape' : 'skin'
    const word = page.text.wardrobe.kinds[kind]
    return act(page, fields, 'wardrobe.kept', () =>
      keepRecent(context, playerActor(page), page.player, { kind, hash: fields.text(kind), word }),
    )
  })
  for (const kind of textureKinds) {
    post(`${here}/remove-${kind}`, (page, fields) =>
      act(page, fields, kind === 'skin' ? 'skin.skinRemoved' : 'skin.capeRemoved', () =>
        removeTexture(context, playerActor(page), page.player.id, kind),
      ),
    )
  }
  if (site.hasLibrary) sharingPages(context, site, { get, post, show, home })
  wardrobeTexturePages(pages, context)
}

/** Returns as many as one page shows. */
function fitting(
  found: readonly WardrobeTexture[],
  most: typeof ofShelves = { atOnce: shownAtOnce, bytes: bytesOfAll, bytesOfOne },
): readonly WardrobeTexture[] {
  let bytes = 0
  const last = found.findIndex(({ name }, at) => {
    bytes += most.bytesOfOne(name)
    return at === most.atOnce || bytes > most.bytes
  })
  return last < 0 ? found : found.slice(0, last)
}

/** Returns the UUID in `?{name}={uuid}`, which the page before ended with. */
function idIn({ request }: PlayerPageContext, name: string): string | undefined {
  return parseUuid(new URL(request.url, 'http://localhost').searchParams.get(name) ?? '')
}
