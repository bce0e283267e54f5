// POST /admin/accounts/{uuid}/characters and /primary, and the players that the page of their account shows.
import { createCharacter } from '../../../../domain/characters/create.ts'
import { type Player, playerLimitOf } from '../../../../domain/characters/players.ts'
import { makePrimary } from '../../../../domain/characters/primary.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { field, form } from '../../../form/forms.ts'
import { folded } from '../../../layout/folded.ts'
import { type Declined, declined } from '../../../page/declined.ts'
import type { Redirect } from '../../../page/page.ts'
import { notProved, provingField } from '../frame.ts'
import type { TypedAccount } from './account-forms.ts'
import { accountPath, stateOf } from './accounts.ts'

/** The number of characters that are not folded. */
const charactersShown = 3

/** Renders the characters of an account and, for administrators, the form for another one; nothing where there can be none. */
export async function charactersCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  account: Account,
  players: readonly Player[],
  typed: TypedAccount,
): Promise<Html | undefined> {
  const isNeeded = players.length > 1 || typed.character !== undefined
  if (!isNeeded && (await playerLimitOf(context, account)) === 1) return undefined
  const { account: menu } = page.text
  const { accounts: words } = page.text.admin
  const list = (shown: readonly Player[]) => html`<ul class="plain">
${shown.map(
  ({ player, isPrimary }) =>
    html`<li><a href="${site.href(accountPath(player))}">${player.username}</a> <span>${stateOf(
      words,
      player,
      [account, player].some(({ suspension }) => suspension !== undefined),
    )}${isPrimary && ` · ${page.text.characters.primary}`}</span></li>\n`,
)}</ul>`
  const characters = players.slice(1)
  return html`<details class="card"${typed.character !== undefined && html` open`}>
<summary><h2>${menu.menu.characters.heading}</h2></summary>
${characters.length > 0 && list(characters.slice(0, charactersShown))}
${folded(characters.slice(charactersShown), list)}
${characters.length > 0 && primaryForm(site, page, account, players)}
${isAdministrator(page.account) && newCharacterForm(site, page, account, typed)}
</details>`
}

function newCharacterForm(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
): Html {
  const { accounts: words } = page.text.admin
  const isTyped = typed.character !== undefined
  return html`<details${isTyped && html` open`}>
<summary>${page.text.characters.create}</summary>
${form(site, page, {
  action: `${accountPath(account)}/characters`,
  submit: page.text.characters.create,
  variant: 'quiet',
  fields: [
    field({
      name: 'username',
      id: 'character-username',
      label: words.username,
      value: typed.character ?? '',
      autocomplete: 'off',
      hint: words.usernameHint,
      isInvalid: isTyped && typed.wrong === 'username',
    }),
    html`<fieldset><label><input type="checkbox" name="reserved" value="yes">${words.isReserved}</label></fieldset>`,
    provingField(page, isTyped ? typed.wrong : undefined, 'character-'),
  ],
})}
</details>`
}

/** Renders the button that makes a player the primary one of its account, or says that it is. */
export function primaryForm(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  players: readonly Player[],
): Html | undefined {
  const { characters: words } = page.text
  if (players.some(({ player, isPrimary }) => isPrimary && player.id === account.id))
    return html`<p class="note">${words.primary}</p>`
  if (!isAdministrator(page.account) || account.suspension || account.deletesAt !== undefined)
    return undefined
  const action = `${accountPath(account)}/primary`
  return form(site, page, { action, submit: words.makePrimary, variant: 'quiet' })
}

/** Creates a character like commands, which are bound neither by the setting nor by the cooldown. */
export async function createCharacterFromForm(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
): Promise<Redirect | TypedAccount> {
  const { account: words } = page.text.admin
  const { username: character } = fields.trimmed('username')
  const again = (problem: Declined): TypedAccount => ({ ...problem, character })
  const refusal = await notProved(context, page, fields)
  if (refusal) return again(refusal)
  try {
    const reserved = fields.text('reserved') === 'yes'
    const made = await createCharacter(context, actorOf(page), account, { username: character, reserved })
    return { to: accountPath(made), flash: 'admin.characterCreated' }
  } catch (error) {
    return again(
      declined(page, error, {
        username_malformed: ['username', words.usernameMalformed],
        username_reserved: ['username', words.usernameReserved],
        username_taken: ['username', words.usernameTaken],
        username_held: ['username', words.usernameHeld],
      }),
    )
  }
}

/** Makes a player the one that the email address of its account signs in. */
export async function makePrimaryFromForm(
  context: Context,
  page: SignedInPageContext,
  player: Account,
): Promise<Redirect | TypedAccount> {
  try {
    await makePrimary(context, actorOf(page), player)
  } catch (error) {
    return declined(page, error)
  }
  return { to: accountPath(player), flash: 'admin.madePrimary' }
}
