// Fields of the page of a game server: which players of an account join, as whom linked players join, and what its answers contain.
import { type Html, html } from '../../../../lib/text/html.ts'
import { admittedPlayers } from '../../../../model/community/admitted-players.ts'
import type { GameServer } from '../../../../model/community/game-server.ts'
import { linkedPlayerUses } from '../../../../model/community/linked-player.ts'
import { withInitial } from '../../../../model/fields/field.ts'
import { serverFields } from '../../../../model/fields/server.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, select } from '../../../form/forms.ts'

/** The hidden field of a form that has these fields: a box that is not ticked sends nothing. */
export const hasAnswers = { answers: 'yes' }

/** Undefined where the form has no such field. */
export type Answers = Partial<Pick<GameServer, 'groupsProperty' | 'sourceProperty' | 'links' | 'characters'>>

export const initialAnswers = withInitial(serverFields, {})

/** Renders the fields, folded. Those about visitors are there only if there are neighbours. */
export function answerFields(
  { text }: SignedInPageContext,
  answers: Required<Answers>,
  hasNeighbours: boolean,
): Html {
  const { servers: words } = text
  return html`<details>
<summary>${words.more}</summary>
${select({
  name: 'characters',
  label: words.characters,
  value: answers.characters,
  options: admittedPlayers.map((value) => ({ value, label: words.admittedPlayers[value] })),
})}
${
  hasNeighbours &&
  select({
    name: 'links',
    label: words.links,
    value: answers.links,
    options: linkedPlayerUses.map((value) => ({ value, label: words.linkedPlayerUses[value] })),
  })
}
<fieldset>
<legend>${words.tells}</legend>
${checkbox('groupsProperty', words.groupsProperty, answers.groupsProperty)}
${hasNeighbours && checkbox('sourceProperty', words.sourceProperty, answers.sourceProperty)}
</fieldset>
</details>`
}

/** Reads the fields that the form has. */
export function readAnswers(fields: FormFields): Answers {
  const characters = admittedPlayers.find((which) => which === fields.text('characters'))
  const links = linkedPlayerUses.find((use) => use === fields.text('links'))
  return {
    ...(fields.has('answers') && { groupsProperty: fields.has('groupsProperty') }),
    ...(characters && { characters }),
    ...(links && { links, sourceProperty: fields.has('sourceProperty') }),
  }
}
