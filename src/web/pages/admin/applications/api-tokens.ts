// GET and POST /admin/api-tokens: the tokens with which scripts and bots access the API for administration.
import type { Context } from '../../../../domain/context.ts'
import {
  type ApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '../../../../domain/tokens/api-tokens.ts'
import { type HtmlValue, html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { endFields, endOf, type TypedEnd, typedEnd } from '../end.ts'
import {
  adminPage,
  declined,
  flashed,
  listed,
  notProved,
  provingField,
  provingNote,
  type Typed,
  typedField,
  wrongField,
} from '../frame.ts'
import { keepSecret, newSecret } from './new-secret.ts'

const path = '/admin/api-tokens'
const revokePath = `${path}/revoke`
const revokeAllPath = `${path}/revoke-all`

/** A new token is shown on the list, since it has no page of its own. */
const shownHere = 'api-token'

type TypedToken = Typed<'name'> & TypedEnd & { isReadOnly?: boolean }

export function adminApiTokens({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedToken = {}): Promise<Page> => {
    const { apiTokens: words, admin: common } = page.text
    const { heading } = common.menu['api-tokens']
    const tokens = await listApiTokens(context)
    const heads = [words.name, words.access, words.created, words.lastUsed, words.expires, '']
    const row = (token: ApiToken) => {
      const hasMade = tokens.some(({ maker }) => maker?.kind === 'api' && maker.id === token.id)
      return rowOf(site, page, token, hasMade)
    }
    const content = html`${newSecret(context, page, shownHere, words)}
<p class="lead">${words.about} <a href="${site.href('/docs')}">${words.reference}</a></p>
${listed(page, heading, heads, tokens, row)}
<section class="card narrow">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: path,
  submit: words.create,
  fields: [
    typedField(typed, 'name', words.name, { hint: words.nameHint }),
    html`<fieldset><label><input type="checkbox" name="readOnly" value="yes"${typed.isReadOnly && html` checked`}>${words.isReadOnly}</label></fieldset>`,
    endFields(page, typed),
    provingField(page, typed.wrong),
  ],
})}
</section>`
    return { ...adminPage(heading, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const { apiTokens: words, admin: common } = page.text
    const typed = {
      ...fields.trimmed('name'),
      ...typedEnd(fields),
      isReadOnly: fields.text('readOnly') !== '',
    }
    const expiresAt = endOf(typed, context.clock())
    if (expiresAt === undefined) return show(page, { ...typed, ...wrongField('until', common.untilWrong) })
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const { token } = await createApiToken(context, actorOf(page), { ...typed, expiresAt })
      keepSecret(context, page, shownHere, token)
    } catch (error) {
      const refused = declined(page, error, { api_token_name_malformed: ['name', words.nameWrong] })
      return show(page, { ...typed, ...refused })
    }
    return { to: path, flash: 'apiTokens.created' }
  })

  // The password is not asked for again: a stolen token has to end quickly.
  for (const [action, isCascading] of [
    [revokePath, false],
    [revokeAllPath, true],
  ] as const) {
    admin.get(action, () => ({ to: path }))
    admin.post(action, (page, fields) => {
      const work = revokeApiToken(context, actorOf(page), fields.text('id'), { isCascading })
      const done = isCascading ? 'apiTokens.allRevoked' : 'apiTokens.revoked'
      return flashed(path, work, done, { api_token_unknown: 'apiTokens.gone' })
    })
  }
}

/** Renders a row. `hasMade` means that other tokens on the list were created with this one. */
function rowOf(site: Site, page: SignedInPageContext, token: ApiToken, hasMade: boolean): HtmlValue[] {
  const { apiTokens: words, admin: common } = page.text
  const { id, name, maker } = token
  const instant = (at: number | null) => (at === null ? common.never : time(at, common.at(at)))
  return [
    name,
    token.isReadOnly ? words.reads : words.changes,
    html`<span>${time(token.createdAt, common.at(token.createdAt))}${maker && html`<br><small>${words.by(maker.name ?? common.audit.actors[maker.kind])}</small>`}</span>`,
    instant(token.lastUsedAt),
    instant(token.expiresAt),
    form(site, page, {
      action: revokePath,
      submit: words.revoke,
      accessibleName: words.revokeNamed(name),
      extraButtons: hasMade ? [{ action: revokeAllPath, submit: words.revokeAll }] : [],
      variant: 'quiet',
      hidden: { id },
    }),
  ]
}
