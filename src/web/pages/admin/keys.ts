// GET /admin/keys and its POSTs: replacing a signing key, as a routine or after a theft.
import type { Context } from '../../../domain/context.ts'
import { rotateKey } from '../../../domain/operation/rotate-key.ts'
import { html } from '../../../lib/text/html.ts'
import { shownKey } from '../../../present/key.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Text } from '../../context/text.ts'
import { form, select } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { adminPage, notProved, provingField, type Typed, table, wrongField } from './frame.ts'

const path = '/admin/keys'

type Use = keyof Text['admin']['keys']['uses']
const uses: readonly Use[] = ['tokens', 'textures', 'oauth']

export function adminKeys({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: Typed<'use'> = {}): Promise<Page> => {
    const { keys, clock } = context
    const { keys: words, at, menu, utc } = page.text.admin
    const instant = (text: string | null) => text !== null && time(Date.parse(text), at(Date.parse(text)))
    const rows = keys.all().map((key) => {
      const shown = shownKey(key, keys.current(key.use), clock())
      return [
        words.uses[shown.use],
        words.states[shown.state],
        instant(shown.createdAt),
        instant(shown.signsFrom),
        instant(shown.publishedUntil),
        html`<code class="prose">${shown.kid}</code>`,
      ]
    })
    const heads = [words.use, words.state, words.created, words.signsFrom, words.publishedUntil, words.kid]
    const content = html`<p class="lead">${words.about}</p>
${table(menu.keys.heading, heads, rows)}
<p class="hint" data-utc>${utc}</p>
<section class="card narrow">
<p>${words.rotateAbout}</p>
<p>${words.stolenAbout}</p>
${form(site, page, {
  action: path,
  submit: words.rotate,
  extraButtons: [{ action: `${path}/stolen`, submit: words.stolen, variant: 'danger' }],
  fields: [
    select({
      name: 'use',
      label: words.use,
      value: typed.use ?? 'textures',
      options: uses.map((value) => ({ value, label: words.uses[value] })),
      isInvalid: typed.wrong === 'use',
    }),
    provingField(page, typed.wrong),
  ],
})}
</section>`
    return adminPage(menu.keys.heading, content, typed)
  }

  admin.get(path, async (page) => {
    await context.keys.notice()
    return show(page)
  })
  admin.get(`${path}/stolen`, () => ({ to: path }))

  for (const isStolen of [false, true]) {
    admin.post(isStolen ? `${path}/stolen` : path, async (page, fields): Promise<PageAnswer> => {
      const use = uses.find((known) => known === fields.text('use'))
      if (!use) return show(page, wrongField('use', page.text.admin.keys.useWrong))
      const refusal = await notProved(context, page, fields)
      if (refusal) return show(page, { ...refusal, use })
      await rotateKey(context, actorOf(page), use, { isStolen })
      return { to: path, flash: 'admin.rotated' }
    })
  }
}
