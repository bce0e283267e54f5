import type { EndedAccess, Outliving } from '../../../domain/access/outliving.ts'
import type { PlayerKey } from '../../../domain/linking/unlink.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { originOf } from '../../../model/community/bedrock.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { FormFields } from '../../form/form-fields.ts'

/** Renders boxes with which passkeys, linked players and accounts at providers end along with everything else; false if there are none. */
export function outlivingBoxes(
  { text }: PageContext,
  { passkeys, players, identities }: Outliving,
): Html | false {
  const { choose } = text.recover
  const boxes = [
    boxesOf(
      choose.passkeys,
      passkeys.map(({ id, name }) => [passkeyBox(id), text.passkeys.remove(name)]),
    ),
    boxesOf(
      choose.players,
      players.map((player) => [playerBox(player), text.linked.unlinkFrom(player.name, originOf(player))]),
    ),
    boxesOf(
      choose.identities,
      identities.map(({ provider, name }) => [identityBox(provider), text.linked.unlinkFrom(name, provider)]),
    ),
  ]
  return boxes.some(Boolean) && html`${boxes}`
}

/** Returns what the ticked boxes name. */
export const tickedBoxes = (
  fields: FormFields,
  { passkeys, players, identities }: Outliving,
): EndedAccess => ({
  passkeys: passkeys.map(({ id }) => id).filter((id) => fields.text(passkeyBox(id)) !== ''),
  players: players.filter((player) => fields.text(playerBox(player)) !== ''),
  identities: identities
    .map(({ provider }) => provider)
    .filter((provider) => fields.text(identityBox(provider)) !== ''),
})

const boxesOf = (legend: string, boxes: readonly (readonly [name: string, label: string])[]): Html | false =>
  boxes.length > 0 &&
  html`<fieldset>
<legend>${legend}</legend>
${boxes.map(([name, label]) => html`<label><input type="checkbox" name="${name}" value="on"> ${label}</label>`)}
</fieldset>`

const passkeyBox = (id: string): string => `remove:${id}`

const identityBox = (provider: string): string => `unlink-from:${provider}`

const playerBox = ({ neighbour, id }: PlayerKey): string => `unlink:${neighbour}:${id}`
