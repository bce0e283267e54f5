// What an administrator does to an account only after a question: roles, deletion, the end of a held name.

import { accountById } from '../../../../domain/accounts/find.ts'
import { requestDeletion } from '../../../../domain/accounts/own-deletion.ts'
import { grantRole, ungrantRole } from '../../../../domain/accounts/roles.ts'
import { playersOf } from '../../../../domain/characters/players.ts'
import type { Context } from '../../../../domain/context.ts'
import { heldNames, releaseName } from '../../../../domain/names/held.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { isRole, type Role } from '../../../../model/accounts/role.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { withTime } from '../../../layout/time.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking } from '../asking.ts'
import type { Question } from '../confirming.ts'
import { accountPath } from './accounts.ts'

export function graveActions(pages: Pages, context: Context): void {
  const path = accountPath({ id: ':id' })
  const accountOf = (page: SignedInPageContext) =>
    accountById(context, parseUuid(pathParameter(page, 'id')) ?? '')
  const about = (account: Account, submit: string, effects: Question['effects']): Question => ({
    submit,
    subject: account.username,
    effects,
    back: accountPath(account),
  })

  asking(pages, context, `${path}/grant/:role`, {
    ask: async (page) => {
      const { account: words } = page.text.admin
      const [account, role] = [await accountOf(page), roleOf(page)]
      if (isCharacter(account) || account.roles.includes(role)) return { to: accountPath(account) }
      return about(account, words.grant[role], [words.grantAbout[role](account.username)])
    },
    act: async (page) => {
      const account = await accountOf(page)
      if (isCharacter(account)) return { to: accountPath(account) }
      await grantRole(context, actorOf(page), account, roleOf(page))
      return { to: accountPath(account), flash: 'admin.granted' }
    },
  })

  asking(pages, context, `${path}/ungrant/:role`, {
    ask: async (page) => {
      const { account: words } = page.text.admin
      const [account, role] = [await accountOf(page), roleOf(page)]
      if (!account.roles.includes(role)) return { to: accountPath(account) }
      return about(account, words.ungrant[role], [words.ungrantAbout[role](account.username)])
    },
    act: async (page) => {
      const account = await accountOf(page)
      if (isCharacter(account)) return { to: accountPath(account) }
      await ungrantRole(context, actorOf(page), account, roleOf(page))
      // Administrators who removed their own role can't see these pages any more.
      return account.id === page.account.id
        ? { to: '/account' }
        : { to: accountPath(account), flash: 'admin.ungranted' }
    },
  })

  asking(pages, context, `${path}/delete`, {
    ask: async (page) => {
      const { account: words } = page.text.admin
      const account = await accountOf(page)
      if (account.deletesAt !== undefined) return { to: accountPath(account) }
      const at = context.clock() + context.config.deletionGrace
      if (isCharacter(account)) {
        const told = withTime(page.language, at, words.deleteCharacterAbout(account.username, at))
        return about(account, page.text.characters.delete, [told])
      }
      const told = withTime(page.language, at, words.deleteAbout(account.username, at))
      const names = (await playersOf(context, account)).slice(1).map(({ player }) => player.username)
      const also = names.length > 0 ? [words.deleteCharacters(names.join(', '))] : []
      return about(account, words.delete, [told, ...also])
    },
    act: async (page) => {
      const account = await accountOf(page)
      await requestDeletion(context, actorOf(page), account, { withCharacters: true })
      return { to: accountPath(account), flash: 'admin.deletionRequested' }
    },
  })

  asking(pages, context, `${path}/release-name`, {
    ask: async (page, given) => {
      const { admin, layout } = page.text
      const account = await accountOf(page)
      const held = (await heldNames(context, account)).find(({ name }) => name === given('name'))
      if (!held) return { to: accountPath(account) }
      const { releaseAbout, releaseName: submit } = admin.account
      const effects = [releaseAbout(held.name), layout.confirm.final]
      return { ...about(account, submit(held.name), effects), hidden: { name: held.name } }
    },
    act: async (page, fields) => {
      await releaseName(context, actorOf(page), fields.text('name'))
      return { to: accountPath(await accountOf(page)), flash: 'admin.nameReleased' }
    },
  })
}

/** A character has no role: its page has no button that leads here. */
const isCharacter = ({ ownerId }: Account): boolean => ownerId !== undefined

function roleOf(page: SignedInPageContext): Role {
  const role = pathParameter(page, 'role')
  if (!isRole(role)) throw new Refused('route_unknown')
  return role
}
