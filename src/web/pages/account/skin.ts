// GET /account/skin, pictures and POSTs below it: the player's skin and cape.
import type { Context, ReadContext } from '../../../domain/context.ts'
import { formerSkins, setFormerSkin } from '../../../domain/game/former-skins.ts'
import { showCape } from '../../../domain/game/hidden-cape.ts'
import { removeTexture, uploadTexture } from '../../../domain/game/set-textures.ts'
import { smallPicture } from '../../../domain/wardrobe/small-pictures.ts'
import { textureBodyLimit } from '../../../http/body/uploaded-texture.ts'
import { placeUpload } from '../../../http/body/uploads.ts'
import { html } from '../../../lib/text/html.ts'
import type { SkinModel } from '../../../model/accounts/account.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { type TextureKind, textureKinds } from '../../../model/game/texture.ts'
import { type PlayerPageContext, playerActor, type SignedInPageContext } from '../../context/page-context.ts'
import type { Flash, Text } from '../../context/text.ts'
import type { FormFields } from '../../form/form-fields.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import { pageErrors } from '../../page/page-errors.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { ofPlayer, playerPages } from './player.ts'
import { type Declined, picturePath, skinContent } from './skin-content.ts'

const done = {
  skin: { worn: 'skin.skinWorn', removed: 'skin.skinRemoved' },
  cape: { worn: 'skin.capeWorn', removed: 'skin.capeRemoved' },
} as const satisfies Record<TextureKind, Record<string, Flash>>

const here = '/account/skin'

export function skinPage(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)
  const home = (page: PlayerPageContext) => ofPlayer(page, here)
  const show = async (page: PlayerPageContext, declined?: Declined): Promise<Page> => {
    const content = skinContent(context, site, page, await formerSkins(context, page.player.id), declined)
    return {
      heading: page.text.skin.heading,
      isWide: true,
      scripts: ['skin.js'],
      hasPictures: true,
      content,
      ...declined,
    }
  }

  get(here, (page) => show(page))
  // A reload after a rejected form is a GET of the form's path.
  for (const path of ['cape', 'remove', 'cape/remove', 'cape/show', 'again'])
    get(`${here}/${path}`, (page) => ({ to: home(page) }))

  for (const kind of ['skin', 'cape'] as const) {
    const path = kind === 'skin' ? here : `${here}/cape`
    const upload = async (page: PlayerPageContext, fields: FormFields): Promise<PageAnswer> => {
      try {
        const file = fields.file(kind)
        if (!file) throw new Refused('texture_missing')
        const png = Buffer.from(await file.arrayBuffer())
        const model = kind === 'skin' ? chosenModel(fields) : undefined
        await uploadTexture(context, playerActor(page), page.player.id, kind, png, model)
      } catch (error) {
        return show(page, declinedUpload(context, page, kind, error))
      }
      return { to: home(page), flash: done[kind].worn }
    }
    post(path, upload, {
      bodyLimit: textureBodyLimit,
      onRequest: placeUpload(context),
      tooLarge: (page) =>
        show(page, { status: 413, alert: page.text.skin.problems.texture_too_large, invalid: kind }),
    })

    post(`${path}/remove`, async (page) => {
      try {
        await removeTexture(context, playerActor(page), page.player.id, kind)
      } catch (error) {
        return show(page, declinedUpload(context, page, kind, error))
      }
      return { to: home(page), flash: done[kind].removed }
    })
  }

  for (const kind of ['skin', 'cape'] as const) {
    get(picturePath(kind, ':hash'), async (page): Promise<PageAnswer> => {
      const { player, request, reply } = page
      const hash = pathParameter(page, 'hash')
      const png = await smallPicture(context, player, { kind, hash, address: request.ip })
      // A hash always has the same picture.
      await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/png').send(png)
      return { isAnswered: true }
    })
  }

  post(`${here}/cape/show`, async (page, fields): Promise<PageAnswer> => {
    const shown = fields.text('cape')
    try {
      await showCape(context, playerActor(page), page.player.id, (hash) => hash === shown)
    } catch (error) {
      const { reason, retryAfter = 1 } = refusedOnPage(page, error)
      const { cape, tooMany } = page.text.skin
      if (reason === 'too_many_uploads')
        return show(page, { status: 429, retryAfter, alert: tooMany(retryAfter) })
      if (reason === 'character_suspended') return show(page, suspended(page))
      if (isOff(reason)) return show(page, off(page, reason))
      if (reason !== 'texture_unknown' && reason !== 'texture_taken_down') throw error
      return show(page, { status: 422, alert: cape.gone })
    }
    return { to: home(page), flash: 'skin.capeShown' }
  })

  post(`${here}/again`, async (page, fields): Promise<PageAnswer> => {
    try {
      await setFormerSkin(context, playerActor(page), page.player.id, fields.text('skin'))
    } catch (error) {
      const refused = refusedOnPage(page, error)
      if (refused.reason === 'character_suspended') return show(page, suspended(page))
      if (isOff(refused.reason)) return show(page, off(page, refused.reason))
      // Or taken down at this moment.
      if (refused.reason !== 'texture_unknown' && refused.reason !== 'texture_taken_down') throw error
      return show(page, { status: 422, alert: page.text.skin.former.gone })
    }
    return { to: home(page), flash: done.skin.worn }
  })
}

/** Returns undefined if no model was chosen; it is then detected from the image. */
function chosenModel(fields: FormFields): SkinModel | undefined {
  const model = fields.text('model')
  return model === 'default' || model === 'slim' ? model : undefined
}

/** Returns the refusal for the log, although the page shows the error itself. */
function refusedOnPage({ request, player }: PlayerPageContext, error: unknown): Refused {
  if (!(error instanceof Refused)) throw error
  request.refused = new Refused(error.reason, { cause: error, about: player })
  return error
}

const suspended = ({ text }: SignedInPageContext): Declined => ({
  status: 422,
  alert: text.characters.problems.suspended,
})

const isOff = (reason: string): reason is keyof Text['skin']['off'] =>
  reason === 'skins_off' || reason === 'capes_off'

const off = ({ text }: SignedInPageContext, reason: keyof Text['skin']['off']): Declined => ({
  status: 403,
  alert: text.skin.off[reason],
})

/** Refusals that usually replace a page. Here they are about one of several files, of which others may have been kept. */
const isPassing = (reason: string): reason is 'overloaded' | 'texture_store_unavailable' =>
  reason === 'overloaded' || reason === 'texture_store_unavailable'

/** Returns what to say about a texture that was refused. Without a kind, it may be either. Throws any other error. */
export function declinedUpload(
  { config }: ReadContext,
  page: PlayerPageContext,
  kind: TextureKind | undefined,
  error: unknown,
): Declined {
  const { reason, retryAfter = 1 } = refusedOnPage(page, error)
  const { problems, tooMany } = page.text.skin
  if (reason === 'too_many_uploads') return { status: 429, retryAfter, alert: tooMany(retryAfter) }
  if (reason === 'character_suspended') return suspended(page)
  if (isOff(reason)) return off(page, reason)
  const passing = isPassing(reason) ? pageErrors[reason] : undefined
  if (passing) {
    const [status, name] = passing
    const { heading, advice } = page.text.errors[name]
    return { status, retryAfter, alert: html`<b>${heading}</b> ${advice}` }
  }
  if (!isProblem(problems, reason)) throw error
  const kinds = kind ? [kind] : textureKinds
  const sizes = kinds.map((each) => page.text.skin[each].sizes(config.textureMaxScale))
  const alert = [problems[reason], ...(reason === 'texture_size_unknown' ? sizes : [])].join(' ')
  return { status: 422, alert, ...(kind && { invalid: kind }) }
}

const isProblem = (problems: Text['skin']['problems'], reason: string): reason is keyof typeof problems =>
  Object.hasOwn(problems, reason)
