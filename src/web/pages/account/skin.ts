// GET /account/skin, pictures and POSTs below it: the player's skin and cape.
import type { Context, ReadContext } from '../../../domain/context.ts'
import { formerSkins, setFormerSkin } from '../../../domain/game/former-skins.ts'
import { showCape } from '../../../domain/game/hidden-cape.ts'
import { removeTexture, uploadTexture } from '../../../domain/game/set-textures.ts'
import { wardrobePicture } from '../../../domain/game/wardrobe.ts'
import { textureBodyLimit } from '../../../http/body/uploaded-texture.ts'
import { placeUpload } from '../../../http/body/uploads.ts'
import type { SkinModel } from '../../../model/accounts/account.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { TextureKind } from '../../../model/game/texture.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Flash, Text } from '../../context/text.ts'
import type { FormFields } from '../../form/form-fields.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { type Declined, picturePath, skinContent } from './skin-content.ts'

const done = {
  skin: { worn: 'skin.skinWorn', removed: 'skin.skinRemoved' },
  cape: { worn: 'skin.capeWorn', removed: 'skin.capeRemoved' },
} as const satisfies Record<TextureKind, Record<string, Flash>>

const here = '/account/skin'

export function skinPage({ site, signedIn }: Pages, context: Context): void {
  const show = async (page: SignedInPageContext, declined?: Declined): Promise<Page> => {
    const content = skinContent(context, site, page, await formerSkins(context, page.account.id), declined)
    return { heading: page.text.skin.heading, isWide: true, scripts: ['skin.js'], content, ...declined }
  }

  signedIn.get(here, (page) => show(page))
  // A reload after a rejected form is a GET of the form's path.
  for (const path of ['cape', 'remove', 'cape/remove', 'cape/show', 'again'])
    signedIn.get(`${here}/${path}`, () => ({ to: here }))

  for (const kind of ['skin', 'cape'] as const) {
    const path = kind === 'skin' ? here : `${here}/cape`
    const upload = async (page: SignedInPageContext, fields: FormFields): Promise<PageAnswer> => {
      try {
        const file = fields.file(kind)
        if (!file) throw new Refused('texture_missing')
        const png = Buffer.from(await file.arrayBuffer())
        const model = kind === 'skin' ? chosenModel(fields) : undefined
        await uploadTexture(context, actorOf(page), page.account.id, kind, png, model)
      } catch (error) {
        return show(page, declinedUpload(context, page, kind, error))
      }
      return { to: here, flash: done[kind].worn }
    }
    signedIn.post(path, upload, {
      bodyLimit: textureBodyLimit,
      onRequest: placeUpload(context),
      tooLarge: (page) =>
        show(page, { status: 413, alert: page.text.skin.problems.texture_too_large, invalid: kind }),
    })

    signedIn.post(`${path}/remove`, async (page) => {
      await removeTexture(context, actorOf(page), page.account.id, kind)
      return { to: here, flash: done[kind].removed }
    })
  }

  for (const kind of ['skin', 'cape'] as const) {
    signedIn.get(picturePath(kind, ':hash'), async (page): Promise<PageAnswer> => {
      const { account, request, reply } = page
      const hash = pathParameter(page, 'hash')
      const png = await wardrobePicture(context, account, { kind, hash, address: request.ip })
      // A hash always has the same picture.
      await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/png').send(png)
      return { isAnswered: true }
    })
  }

  signedIn.post(`${here}/cape/show`, async (page, fields): Promise<PageAnswer> => {
    const shown = fields.text('cape')
    try {
      await showCape(context, actorOf(page), page.account.id, (hash) => hash === shown)
    } catch (error) {
      const { reason, retryAfter = 1 } = refusedOnPage(page, error)
      const { cape, tooMany } = page.text.skin
      if (reason === 'too_many_uploads')
        return show(page, { status: 429, retryAfter, alert: tooMany(retryAfter) })
      if (reason !== 'texture_unknown') throw error
      return show(page, { status: 422, alert: cape.gone })
    }
    return { to: here, flash: 'skin.capeShown' }
  })

  signedIn.post(`${here}/again`, async (page, fields): Promise<PageAnswer> => {
    try {
      await setFormerSkin(context, actorOf(page), page.account.id, fields.text('skin'))
    } catch (error) {
      const refused = refusedOnPage(page, error)
      if (refused.reason !== 'texture_unknown') throw error
      return show(page, { status: 422, alert: page.text.skin.former.gone })
    }
    return { to: here, flash: done.skin.worn }
  })
}

/** Returns undefined if no model was chosen; it is then detected from the image. */
function chosenModel(fields: FormFields): SkinModel | undefined {
  const model = fields.text('model')
  return model === 'default' || model === 'slim' ? model : undefined
}

/** Returns the refusal for the log, although the page shows the error itself. */
function refusedOnPage({ request, account }: SignedInPageContext, error: unknown): Refused {
  if (!(error instanceof Refused)) throw error
  request.refused = new Refused(error.reason, { cause: error, about: account })
  return error
}

function declinedUpload(
  { config }: ReadContext,
  page: SignedInPageContext,
  kind: TextureKind,
  error: unknown,
): Declined {
  const { reason, retryAfter = 1 } = refusedOnPage(page, error)
  const { problems, tooMany } = page.text.skin
  if (reason === 'too_many_uploads') return { status: 429, retryAfter, alert: tooMany(retryAfter) }
  if (!isProblem(problems, reason)) throw error
  const sizes =
    reason === 'texture_size_unknown' ? ` ${page.text.skin[kind].sizes(config.textureMaxScale)}` : ''
  return { status: 422, alert: problems[reason] + sizes, invalid: kind }
}

const isProblem = (problems: Text['skin']['problems'], reason: string): reason is keyof typeof problems =>
  Object.hasOwn(problems, reason)
