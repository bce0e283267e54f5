// GET /admin/keys and its POSTs: replacing a signing key, as a routine or after a theft.
import type { Context } from '../../../domain/context.ts'
import { rotateKey } from '../../../domain/operation/rotate-key.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { shownKey } from '../../../present/key.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Text } from '../../context/text.ts'
import { select } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import { wrongField } from '../../page/declined.ts'
import type { Page } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { asking } from './asking.ts'
import { askingButton } from './confirming.ts'
import { adminPage, table } from './frame.ts'

const path = '/admin/keys'

type Use = keyof Text['admin']['keys']['uses']
const uses: readonly Use[] = ['tokens', 'textures', 'oauth']

export function adminKeys(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext): Promise<Page> => {
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
${askingButton(site, { action: `${path}/rotate`, submit: words.rotate, variant: 'quiet', fields: useField(page, 'rotated') })}
</section>
<section class="card narrow">
<p>${words.stolenAbout}</p>
${askingButton(site, { action: `${path}/stolen`, submit: words.stolen, fields: useField(page, 'stolen') })}
</section>`
    return adminPage(menu.keys.heading, content)
  }

  admin.get(path, async (page) => {
    await context.keys.notice()
    return show(page)
  })

  for (const [action, isStolen] of [
    ['rotate', false],
    ['stolen', true],
  ] as const) {
    asking(pages, context, `${path}/${action}`, {
      ask: ({ text }, given) => {
        const { keys: words } = text.admin
        const use = useOf(given('use'))
        if (!use) return { to: path }
        return {
          submit: words[action],
          subject: words.uses[use],
          effects: [words[`${action}About`], text.layout.confirm.final],
          hidden: { use },
          back: path,
        }
      },
      act: async (page, fields) => {
        const use = useOf(fields.text('use'))
        if (!use) return wrongField('', page.text.admin.keys.useWrong)
        await rotateKey(context, actorOf(page), use, { isStolen })
        return { to: path, flash: 'admin.rotated' }
      },
    })
  }
}

const useOf = (text: string): Use | undefined => uses.find((known) => known === text)

/** Renders the choice of a key. The page has two of them. */
const useField = ({ text }: SignedInPageContext, id: string): Html => {
  const { keys: words } = text.admin
  return select({
    name: 'use',
    id,
    label: words.use,
    value: 'textures',
    options: uses.map((value) => ({ value, label: words.uses[value] })),
  })
}
