// GET /admin/why: recent attempts under a name, and what to do.
import { findAccount } from '../../../../domain/accounts/find.ts'
import type { Context } from '../../../../domain/context.ts'
import { visitorsMatching } from '../../../../domain/neighbours/visitors.ts'
import { type Why, whyNot } from '../../../../domain/operation/why.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { type Account, isUsername, maxLoginLength } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { isVisitRefusal } from '../../../../model/errors/visit-refusal.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { field, searchForm } from '../../../form/forms.ts'
import { time, withTime } from '../../../layout/time.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { accountPath } from '../accounts/accounts.ts'
import { adminPage, table } from '../frame.ts'
import { addressFor } from '../masked.ts'
import { neighboursPath } from '../neighbours/neighbours.ts'
import { visitorPath } from '../neighbours/visitors.ts'
import { alike, whyPath } from './why-path.ts'

const path = '/admin/why'
const visitorsShown = 5

export function adminWhy({ site, forRole }: Pages, context: Context): void {
  forRole('moderator').get(path, async (page) => {
    const { why: words, menu } = page.text.admin
    const name = queryOf(page, 'name').trim().slice(0, maxLoginLength)
    const found =
      name === '' ? undefined : await whyNot(context, name, { language: page.language, isOnPage: true })
    return adminPage(
      found ? words.heading(found.name) : menu.why.heading,
      html`${searchForm(site, {
        action: path,
        submit: words.look,
        fields: field({
          name: 'name',
          label: words.name,
          value: found?.name ?? '',
          autocomplete: 'off',
          hint: words.nameHint,
        }),
      })}
${found && answer(site, page, found, await accountOf(context, found), found.owner ? await accountOf(context, found.owner) : undefined)}
${found && (await neighbourLinks(site, page, context, found))}`,
    )
  })
}

const accountOf = async (context: Context, { id }: Pick<Why, 'id'>): Promise<Account | undefined> =>
  id === null ? undefined : await findAccount(context, id)

/** Links the visitors with this name, and the neighbours if one of them has to do with a refusal. */
async function neighbourLinks(
  site: Site,
  { account, text }: SignedInPageContext,
  context: Context,
  { name, attempts }: Why,
): Promise<Html> {
  const { menu, why: words } = text.admin
  const visitors = isUsername(name) ? (await visitorsMatching(context, name)).slice(0, visitorsShown) : []
  const isOfVisit = attempts.some(({ reason }) => reason !== null && isVisitRefusal(reason))
  return html`${visitors.map(
    (visitor) =>
      html`<p><a href="${site.href(visitorPath(visitor))}">${words.visitor(`${visitor.name}@${visitor.neighbour}`)}</a></p>\n`,
  )}
${isOfVisit && isAdministrator(account) && html`<p><a href="${site.href(neighboursPath)}">${menu.neighbours.heading}</a></p>`}`
}

function answer(
  site: Site,
  { account: viewer, language, text }: SignedInPageContext,
  { name, id, advice, attempts }: Why,
  account: Account | undefined,
  owner: Account | undefined,
): Html {
  const { why: words, at, none, utc } = text.admin
  const heads = [words.time, words.step, words.result, words.reason, words.address]
  const rows = alike(attempts).map(({ attempt, count }) => [
    time(Date.parse(attempt.at), at(Date.parse(attempt.at)), 'ago'),
    words.steps[attempt.step],
    words.outcomes[attempt.outcome],
    html`<span class="prose">${attempt.message}${count > 1 && html` <b>×\u00a0${String(count)}</b>`}</span>`,
    html`<code>${addressFor(viewer, owner ?? account, attempt.address)}</code>`,
  ])
  // The ends that advice may mention.
  const ends = [account, owner].flatMap((each) => [each?.suspension?.until, each?.deletesAt])
  return html`<p class="lead" role="status">${withTime(language, [...ends, ...attempts.map(({ at: when }) => Date.parse(when))], advice)}</p>
${whyPath(text, attempts)}
${id !== null && html`<p><a class="button quiet" href="${site.href(accountPath({ id }))}">${owner ? words.character(name) : words.account(name)}</a></p>`}
${owner && html`<p><a class="button quiet" href="${site.href(accountPath(owner))}">${words.account(owner.username)}</a></p>`}
<h2>${words.attempts}</h2>
${rows.length === 0 ? html`<p>${none}</p>` : table(words.attempts, heads, rows)}
${rows.length > 0 && html`<p class="hint" data-utc>${utc}</p>`}`
}
