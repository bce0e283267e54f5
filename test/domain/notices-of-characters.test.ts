// Emails about a character go to the address of its account and name the character.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { unlinkPlayer } from '../../src/domain/linking/unlink.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { noticeNewDevices } from '../../src/domain/tokens/new-devices.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { newMail } from '../web/mailbox.ts'
import { linkPlayer, neighbourhood, uuid } from './neighbours/scene.ts'

interface Family {
  service: RunningService
  owner: TestAccount
  anna: Account
}

const friend = { neighbour: 'friends', id: uuid(1), name: 'Skadi' }

/** Changes of a character by an operator, each with words of the subject of its email. */
const byOperators: Readonly<Record<string, (family: Family) => Promise<unknown>>> = {
  'has a new skin|skin at .* was changed': ({ service, anna }) =>
    setTexture(service.context, operator, anna.id, 'skin', makePng(64, 64, noise(1))),
  'has no skin|skin at .* was removed': ({ service, anna }) =>
    removeTexture(service.context, operator, anna.id, 'skin'),
  'has another name|username at .* was changed': async ({ service, anna }) => {
    await renameAccount(service.context, operator, anna, 'Annika')
    await renameAccount(service.context, operator, await service.stored(anna), 'Anna')
  },
  'is suspended alone|is suspended$': ({ service, anna }) =>
    suspendAccount(service.context, operator, anna, {}, { only: true }),
  'may play again|no longer suspended': ({ service, anna }) =>
    restoreAccount(service.context, operator, anna, { only: true }),
  'is signed out|were signed out': async ({ service, owner, anna }) => {
    await service.signIn({ username: anna.username, password: owner.password })
    await revokeTokens(service.context, operator, anna)
  },
  'is linked|A player was linked': async ({ service, anna }) => {
    const code = (await makeLinkCode(service.context, friend)) ?? ''
    await linkPlayer(service.context, operator, anna, { code, address: '192.0.2.1' })
  },
  'is not linked any more|A player was unlinked': ({ service, anna }) =>
    unlinkPlayer(service.context, operator, anna, friend),
  'is signed in with a new device|New sign-in': async ({ service, owner, anna }) => {
    const signIn = (userAgent: string) =>
      service.post(
        '/auth/authenticate',
        { username: anna.username, password: owner.password, clientToken: 'x' },
        { headers: { 'user-agent': userAgent } },
      )
    const from = service.now()
    await signIn('HMCL/3')
    await noticeNewDevices(service.context, from)
    service.advance(86_400_000)
    const later = service.now()
    await signIn('Another/9')
    await noticeNewDevices(service.context, later)
  },
  'is to be deleted|will be deleted': ({ service, anna }) => requestDeletion(service.context, operator, anna),
  'is not to be deleted|will not be deleted': ({ service, anna }) =>
    cancelDeletion(service.context, operator, anna),
  'is deleted|was deleted': ({ service, anna }) => deleteAccount(service.context, operator, anna),
}

async function family(t: TestContext, service: RunningService): Promise<Family> {
  await neighbourhood(t, service, { friends: {} })
  const owner = await service.account({ username: 'Steve' })
  const anna = await addCharacter(service, owner, 'Anna')
  await newMail(service)
  return { service, owner, anna }
}

onEveryDatabase('an email about a character', (start) => {
  test('goes to its account and names the character, whatever it is about', async (t) => {
    const { service, owner, anna } = await family(t, await start())
    for (const [what, act] of Object.entries(byOperators)) {
      const [, subject = ''] = what.split('|')
      await act({ service, owner, anna })
      const mails = await newMail(service)
      assert.ok(mails.length > 0, `${what}: nobody is told`)
      for (const mail of mails) {
        assert.equal(mail.to, owner.email, what)
        assert.match(mail.subject, new RegExp(subject), what)
        assert.match(mail.text, /^Hello (?:Anna|Annika),$/m, what)
      }
    }
  })

  test('is not sent about what its owner does, except where a thief could have done it', async (t) => {
    const { service, owner, anna } = await family(t, await start())
    const { context } = service
    const by = accountActor(owner, '192.0.2.1')
    await setTexture(context, by, anna.id, 'skin', makePng(64, 64, noise(1)))
    await removeTexture(context, by, anna.id, 'skin')
    await renameAccount(context, by, anna, 'Annika')
    assert.deepEqual(await newMail(service), [])
    await requestDeletion(context, by, await service.stored(anna))
    const [mail, ...others] = await newMail(service)
    assert.deepEqual([mail?.to, others], [owner.email, []])
    assert.match(mail?.text ?? '', /^Hello Annika,$/m)
  })

  test('names the account where the whole account is concerned', async (t) => {
    const { service, owner, anna } = await family(t, await start())
    await suspendAccount(service.context, operator, anna, {})
    const mails = await newMail(service)
    assert.deepEqual(
      mails.map(({ to, text }) => [to, /^Hello (\w+),$/m.exec(text)?.[1]]),
      [[owner.email, 'Steve']],
    )
  })
})
