// GET and POST /admin/api-tokens: the tokens with which scripts and bots access the API for administration.
import type { Context } from '../../../../domain/context.ts'
import {
  type ApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '../../../../domain/tokens/api-tokens.ts'
import { type HtmlValue, html } from '../../../../lib/text/html.ts'
import { apiTokenFields } from '../../../../model/fields/api-token.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { checkbox, form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import { declined, flashed, type Typed, typedField } from '../../../page/declined.ts'
import { keepSecret, newSecret } from '../../../page/new-secret.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { asking, named } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { endFields, readEndFields, type TypedEnd, typedEnd } from '../end.ts'
import { adminPage, boundsOf, listed, notProved, provingField, provingNote } from '../frame.ts'

const path = '/admin/api-tokens'
const revokePath = `${path}/revoke`
const revokeAllPath = `${path}/revoke-all`

/** A new token is shown on the list, since it has no page of its own. */
const shownHere = 'api-token'

type TypedToken = Typed<'name'> & TypedEnd & { readOnly?: boolean }

export function adminApiTokens(pages: Pages, context: Context): void {
  const { site, forRole } = pages
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
    typedField(typed, 'name', words.name, { ...boundsOf(apiTokenFields.name), hint: words.nameHint }),
    html`<fieldset>${checkbox('readOnly', words.isReadOnly, typed.readOnly)}</fieldset>`,
    endFields(page, typed),
    provingField(page, typed.wrong),
  ],
})}
</section>`
    return { ...adminPage(heading, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      ...fields.trimmed('name'),
      ...typedEnd(fields),
      readOnly: fields.text('readOnly') !== '',
    }
    const { end, problem } = readEndFields(page, typed, context.clock())
    if (problem) return show(page, { ...typed, ...problem })
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const { token } = await createApiToken(context, actorOf(page), { ...typed, expiresAt: end })
      keepSecret(context, page, shownHere, token)
    } catch (error) {
      const refused = declined(page, error)
      return show(page, { ...typed, ...refused })
    }
    return { to: path, flash: 'apiTokens.created' }
  })

  for (const [action, isCascading] of [
    [revokePath, false],
    [revokeAllPath, true],
  ] as const) {
    asking(pages, context, action, {
      // A stolen token has to end quickly.
      isQuick: true,
      ask: async (page, given) => {
        const { admin: common, apiTokens: words, layout } = page.text
        const tokens = await listApiTokens(context)
        const token = tokens.find(({ id }) => id === given('id'))
        if (!token) return { to: path, ...(given('id') && { flash: 'apiTokens.gone' as const }) }
        const { id, name, lastUsedAt } = token
        const made = isCascading ? madeWith(tokens, id) : []
        return {
          submit: isCascading ? words.revokeAll : words.revoke,
          subject: name,
          effects: [words.revokeAbout, isCascading && words.revokeAllAbout, layout.confirm.final].filter(
            Boolean,
          ),
          affected: [
            [words.lastUsed, lastUsedAt === null ? common.never : time(lastUsedAt, common.at(lastUsedAt))],
            [common.menu['api-tokens'].heading, named(made.map((each) => each.name))],
          ],
          hidden: { id },
          back: path,
        }
      },
      act: (page, fields) => {
        const work = revokeApiToken(context, actorOf(page), fields.text('id'), { isCascading })
        const done = isCascading ? 'apiTokens.allRevoked' : 'apiTokens.revoked'
        return flashed(path, work, done, { 'unknown api-token': 'apiTokens.gone' })
      },
    })
  }
}

/** Returns the tokens that were created with a token, or with one of those. */
function madeWith(tokens: readonly ApiToken[], id: string): ApiToken[] {
  const ids = new Set([id])
  // Older tokens make newer ones.
  const inOrder = tokens.toSorted((a, b) => a.createdAt - b.createdAt)
  for (const { id: made, maker } of inOrder) {
    if (maker?.kind === 'api' && maker.id !== undefined && ids.has(maker.id)) ids.add(made)
  }
  return inOrder.filter((token) => token.id !== id && ids.has(token.id))
}

/** Renders a row. `hasMade` means that other tokens on the list were created with this one. */
function rowOf(site: Site, page: SignedInPageContext, token: ApiToken, hasMade: boolean): HtmlValue[] {
  const { apiTokens: words, admin: common } = page.text
  const { id, name, maker } = token
  const instant = (at: number | null) => (at === null ? common.never : time(at, common.at(at)))
  return [
    name,
    token.readOnly ? words.reads : words.changes,
    html`<span>${time(token.createdAt, common.at(token.createdAt))}${maker && html`<br><small>${words.by(maker.name ?? common.audit.actors[maker.kind])}</small>`}</span>`,
    instant(token.lastUsedAt),
    instant(token.expiresAt),
    html`${askingButton(site, {
      action: revokePath,
      submit: words.revoke,
      accessibleName: words.revokeNamed(name),
      variant: 'quiet',
      hidden: { id },
    })}${hasMade && askingButton(site, { action: revokeAllPath, submit: words.revokeAll, variant: 'quiet', hidden: { id } })}`,
  ]
}
