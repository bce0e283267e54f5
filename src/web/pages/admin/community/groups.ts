// GET and POST /admin/groups: the groups of players, and a form for a new one.

import { type CountedGroup, createGroup, listGroups } from '../../../../domain/community/groups.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { groupFields } from '../../../../model/fields/group.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import { declined, type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, boundsOf, listed } from '../frame.ts'

export const groupsPath = '/admin/groups'

export const groupPath = (name: string): string => `${groupsPath}/${name}`

type TypedGroup = Typed<'name' | 'title' | 'colour' | 'characters'>

export function adminGroups({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedGroup = {}): Promise<Page> => {
    const { groups: words, admin: common } = page.text
    const rowOf = ({ name, title, members }: CountedGroup) => [
      html`<a href="${site.href(groupPath(name))}">${title}</a>`,
      html`<code>${name}</code>`,
      words.count(members),
    ]
    const { heading } = common.menu.groups
    const content = html`<p class="lead">${words.about}</p>
${listed(page, heading, [words.title, words.name, words.members], await listGroups(context), rowOf)}
${await deletionsCard(context, site, page, 'group', [words.title, words.name])}<section class="card narrow">
<h2>${words.newOne}</h2>
${form(site, page, {
  action: groupsPath,
  submit: words.create,
  fields: [typedField(typed, 'name', words.name, { hint: words.nameHint }), looksFields(page, typed)],
})}
</section>`
    return adminPage(heading, content, typed)
  }

  admin.get(groupsPath, (page) => show(page))

  admin.post(groupsPath, async (page, fields): Promise<PageAnswer> => {
    const typed = fields.trimmed('name', 'title', 'colour', 'characters')
    const { problems } = page.text.groups
    try {
      const { name } = await createGroup(context, actorOf(page), {
        name: typed.name,
        title: typed.title || undefined,
        colour: typed.colour || null,
        characters: readCharacters(fields),
      })
      return { to: groupPath(name), flash: 'groups.created' }
    } catch (error) {
      const words = {
        'taken group': ['name', problems.taken],
        'too_many group': ['', problems.tooMany],
      } as const
      const refused = declined(page, error, words, groupFields)
      return show(page, { ...typed, ...refused })
    }
  })
}

/** Returns how many players each member may have. Undefined if the form is an older one, without the field. */
export function readCharacters(fields: FormFields): number | null | undefined {
  if (!fields.has('characters')) return undefined
  return fields.text('characters').trim() === '' ? null : fields.number('characters')
}

/** Renders the fields for a group's title, its colour, and how many players its members may have. */
export function looksFields({ text }: SignedInPageContext, typed: TypedGroup): Html {
  const words = text.groups
  return html`${typedField(typed, 'title', words.title, { ...boundsOf(groupFields.title), hint: words.titleHint, optional: true })}
${typedField(typed, 'colour', words.colour, { ...boundsOf(groupFields.colour), hint: words.colourHint })}
${typedField(typed, 'characters', words.characters, { ...boundsOf(groupFields.characters), hint: words.charactersHint })}`
}
