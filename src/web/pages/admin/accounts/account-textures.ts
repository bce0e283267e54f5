// POST /admin/accounts/{uuid}/skin/remove, /cape/remove and /uploads, and the textures that the account's page shows.
import { accountById } from '../../../../domain/accounts/find.ts'
import type { Context } from '../../../../domain/context.ts'
import { removeTexture } from '../../../../domain/game/set-textures.ts'
import { allowUploads } from '../../../../domain/moderation/uploads.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator, suspensionBar } from '../../../../model/accounts/role.ts'
import type { TextureKind } from '../../../../model/game/texture.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { withTime } from '../../../layout/time.ts'
import type { PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { accountPath } from './accounts.ts'

const kinds: readonly TextureKind[] = ['skin', 'cape']

const removed = { skin: 'admin.skinRemoved', cape: 'admin.capeRemoved' } as const

/**
 * Renders the original files, which may be large: they are loaded when the card is opened. The figure on the page shows
 * the skin being worn. Undefined if the player has none.
 */
export function texturesFold(site: Site, page: SignedInPageContext, account: Account): Html | undefined {
  const { textures: words } = page.text.admin.account
  const worn = kinds.flatMap((kind) => {
    // A hidden cape can be back at any moment.
    const hash = account.textures[kind]?.hash ?? (kind === 'cape' ? account.hiddenCape : undefined)
    return hash === undefined ? [] : [{ kind, hash }]
  })
  if (worn.length === 0) return undefined
  const remove = (kind: TextureKind) =>
    form(site, page, {
      action: `${accountPath(account)}/${kind}/remove`,
      submit: words.remove[kind],
      variant: 'quiet',
    })
  return html`<details>
<summary><h2>${words.heading}</h2></summary>
<div class="textures">
${worn.map(
  ({
    kind,
    hash,
  }) => html`<div class="texture"><img src="${site.href(`/textures/${hash}`)}" alt="${words.file[kind]}" width="32" height="32" loading="lazy">
${isAdministrator(page.account) && remove(kind)}</div>\n`,
)}</div>
</details>`
}

/** Says that the uploads of the account are suspended; undefined if they are not. `owner` is the account of a character. */
export function uploadsCard(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  owner: Account | undefined,
): Html | undefined {
  const { reports: words } = page.text
  const { uploadsSuspension } = owner ?? account
  if (!uploadsSuspension) return undefined
  const { at, reason } = uploadsSuspension
  const mayAllow = suspensionBar(page.account, owner ?? account, undefined) === undefined
  return html`<section class="card">
<h2>${words.uploads}</h2>
<div class="reason">${withTime(page.language, at, words.uploadsSince(at))} <bdi>${reason}</bdi></div>
<p>${words.uploadsAbout}</p>
${mayAllow && form(site, page, { action: `${accountPath(account)}/uploads`, submit: words.allowUploads(account.username), variant: 'quiet' })}
</section>`
}

export function adminAccountTextures({ forRole }: Pages, context: Context): void {
  forRole('moderator').post('/admin/accounts/:id/uploads', async (page): Promise<PageAnswer> => {
    const account = await accountById(context, parseUuid(pathParameter(page, 'id')) ?? '')
    await allowUploads(context, actorOf(page), account)
    return { to: accountPath(account), flash: 'reports.uploadsAllowed' }
  })
  for (const kind of kinds) {
    forRole('admin').post(`/admin/accounts/:id/${kind}/remove`, async (page): Promise<PageAnswer> => {
      const account = await accountById(context, parseUuid(pathParameter(page, 'id')) ?? '')
      await removeTexture(context, actorOf(page), account.id, kind)
      return { to: accountPath(account), flash: removed[kind] }
    })
  }
}
